"""Cards of expressions get pictures of the figure that is open: those that are seen, made beside what one does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin.app.pictures.figure_pictures import FigurePictures
from pantin.rigs.editing.parts import shown
from pantin.widgets.character.expression_cards import ExpressionCards
from tests.app.files.character_window import opened, red_square
from tests.app.person import Person
from tests.viewport.pictures import picture

FACES = ("Smile", "Blink", *(f"Mouth {number}" for number in range(98)))


@pytest.fixture
def no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture lies on disk."""
    monkeypatch.setenv("PANTIN_CACHE_DIR", str(tmp_path / "cache"))


def cards_of(person: Person) -> ExpressionCards:
    person.look()
    return person.window.panels.properties.figure_page.expressions.cards


def queue(person: Person) -> FigurePictures:
    return person.window.pose_library.pictures


def red_in(cards: ExpressionCards, name: str) -> int:
    """Return how many pixels of the picture of an expression are red."""
    pixels = picture(cards.pictures[name].toImage()).astype(int)
    return int(((pixels[..., 0] > 180) & (pixels[..., 1:] < 60).all(axis=-1)).sum())


@pytest.mark.usefixtures("no_cache")
def test_each_card_shows_what_its_expression_does(person: Person, tmp_path: Path) -> None:
    opened(person, red_square(tmp_path / "face.glb", shield=True, faces=FACES[:2]))
    cards = cards_of(person)
    person.wait_until(lambda: not cards.without_picture)
    assert set(cards.pictures) == set(FACES[:2])
    assert cards.pictures["Smile"].width() == 2 * 65 and red_in(cards, "Smile") > 1000
    lifted = np.abs(picture(cards.grab().toImage()).astype(int))
    assert (lifted[..., 0] > 180).sum() > 1000


@pytest.mark.usefixtures("no_cache")
def test_pictures_are_made_anew_where_a_part_is_hidden_and_found_where_it_is_shown_again(
    person: Person, tmp_path: Path
) -> None:
    opened(person, red_square(tmp_path / "face.glb", shield=True, faces=FACES[:1]))
    cards = cards_of(person)
    person.wait_until(lambda: not cards.without_picture)
    red, painted = red_in(cards, "Smile"), queue(person).painted
    person.session.edit("Hide", lambda document: shown(document, (2,), False))
    person.wait_for_the_pose()
    assert cards.without_picture == ("Smile",) and red_in(cards, "Smile") == red, "the older one stays meanwhile"
    person.wait_until(lambda: not cards.without_picture)
    assert red_in(cards, "Smile") == 0 and queue(person).painted > painted
    painted = queue(person).painted
    person.session.undo()
    person.wait_for_the_pose()
    person.wait_until(lambda: not cards.without_picture)
    assert red_in(cards, "Smile") == red and queue(person).painted - painted == 0


@pytest.mark.usefixtures("no_cache")
def test_of_many_expressions_only_those_that_are_seen_are_painted(person: Person, tmp_path: Path) -> None:
    opened(person, red_square(tmp_path / "face.glb", faces=FACES))
    section = person.window.panels.properties.figure_page.expressions
    section.more.click()
    cards = cards_of(person)
    wanted = cards.without_picture
    assert wanted[:2] == FACES[:2] and 8 <= len(wanted) < len(FACES)
    assert len(cards.entries) == len(FACES), "all are there to be scrolled to"
    bar = person.window.panels.properties._figure_column.verticalScrollBar()
    person.wait_until(lambda: bar.maximum() > 1000)
    bar.setValue(1000)
    person.look()
    wanted = cards.without_picture
    assert 8 <= len(wanted) < len(FACES) and not set(FACES[:20]) & set(wanted)
    bar.setValue(0)


@pytest.mark.usefixtures("no_cache")
def test_pictures_wait_until_the_character_is_shown_and_while_something_is_dragged(
    person: Person, tmp_path: Path
) -> None:
    pictures = queue(person)
    opened(person, red_square(tmp_path / "face.glb", faces=FACES[:2]))
    assert pictures.is_idle
    person.session.characters_coming = True
    assert not pictures.is_idle
    person.session.characters_coming = False
    person.view.frame_all()
    x, y = person.where("upper", 0.9)
    person.press((x, y))
    person.move((x + 20, y), (x + 40, y))
    assert not pictures.is_idle
    person.release((x + 40, y))


@pytest.mark.usefixtures("no_cache")
def test_folded_cards_want_no_pictures(person: Person, tmp_path: Path) -> None:
    opened(person, red_square(tmp_path / "face.glb", faces=FACES[:2]))
    section = person.window.panels.properties.figure_page.expressions
    section.show_open(False)
    person.look()
    assert section.cards.without_picture == ()
    section.show_open(True)
    section.cards.forget_pictures(keep=False)
    person.look()
    person.wait_until(lambda: not section.cards.without_picture)
    assert set(section.cards.pictures) == set(FACES[:2])


@pytest.mark.usefixtures("no_cache")
def test_pictures_of_cards_that_are_folded_away_are_no_longer_waited_for(person: Person, tmp_path: Path) -> None:
    opened(person, red_square(tmp_path / "face.glb", faces=FACES[:2]))
    pictures, section = queue(person), person.window.panels.properties.figure_page.expressions
    person.session.characters_coming = True  # no picture is made meanwhile
    section.cards.forget_pictures(keep=False)
    section.cards.pictures_wanted.emit()
    before = pictures.waiting
    section.show_open(False)
    assert pictures.waiting == before - 2
    section.show_open(True)
    person.session.characters_coming = False
