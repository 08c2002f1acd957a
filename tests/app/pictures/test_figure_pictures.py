"""Pictures of figures are made one after the other, and few are held."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import ClassVar

import msgspec
import numpy as np
import pytest
from PySide6 import QtGui

from pantin.app.pictures import figure_pictures
from pantin.app.pictures.figure_pictures import FigurePictures, Shown
from pantin.app.pictures.pose_picture import BODY, PART, PosePicture
from pantin.rigs import Transform
from pantin.rigs.figure import Figure
from pantin.rigs.pose import KeptPose
from pantin.viewport.paint.figure_picture import figure_picture
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.loaded_character import Characters
from tests.app.person import Person, sample

NODDED, SHAKEN = (
    PosePicture(KeptPose("Head", {"head": Transform(rotation=turned)}))
    for turned in ((0.0, 0.28, 0.0, 0.96), (0.28, 0.0, 0.0, 0.96))
)


class Impossible(msgspec.Struct, frozen=True):
    """A picture of a figure that cannot be posed so."""

    kind: ClassVar[str] = "poses"
    size: ClassVar[tuple[int, int]] = (8, 8)

    def contents(self, figure: Figure, characters: Characters) -> object:
        return "no such figure"

    def shown(self, figure: Figure, characters: Characters) -> Shown | None:
        raise ArithmeticError("no such figure")


@pytest.fixture
def pictures(person: Person, tmp_path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FigurePictures]:
    """Pictures of the figure in the window, of which none lies on disk."""
    monkeypatch.setenv("PANTIN_CACHE_DIR", str(tmp_path))
    library = person.window.pose_library
    library.pictures.want((), library.shelf.show_picture)
    made = FigurePictures(person.session, person.window)
    made.rest.setInterval(0)
    yield made
    made.deleteLater()


def test_no_more_pictures_are_held_than_of_one_library(pictures: FigurePictures, monkeypatch) -> None:
    """The last that were looked at; all others lie on disk."""
    monkeypatch.setattr(figure_pictures, "MOST_IN_MEMORY", 3)
    for name in "abcde":
        pictures._remember(name, QtGui.QImage(4, 4, QtGui.QImage.Format.Format_RGB32))
    assert list(pictures._kept) == ["c", "d", "e"]


def test_pictures_of_a_figure_go_with_its_document(pictures: FigurePictures, person: Person) -> None:
    pictures._remember("a", QtGui.QImage(4, 4, QtGui.QImage.Format.Format_RGB32))
    person.open_sample("arm")
    assert not pictures._kept


def test_a_picture_that_cannot_be_made_keeps_no_other_waiting(pictures: FigurePictures, qtbot) -> None:
    made: list[str] = []
    with qtbot.captureExceptions() as told:
        pictures.want([("fails", Impossible()), ("comes", SHAKEN)], lambda key, _picture: made.append(key))
        qtbot.waitUntil(lambda: made == ["comes"])
    assert len(told) == 1


@pytest.mark.parametrize(
    ("bones", "camera"),
    [(("spine", "thigh.L", "upper_arm.R"), BODY), (("index_01.L", "hand.L"), PART), (("head",), PART)],
    ids=["trunk and limbs", "hand", "head"],
)
def test_a_pose_of_what_carries_the_body_shows_all_of_it(bones: tuple[str, ...], camera: Camera) -> None:
    """However few its bones are beside those of fingers; a pose of a hand or a head shows that from near."""
    document = sample("humanoid")
    there = {name: Transform(rotation=(0.0, 0.0, 0.1, 0.995)) for name in bones if name in document.rig.by_name}
    assert there
    shown = PosePicture(KeptPose("Pose", there, part=True)).shown(document.figure, {})
    assert shown is not None and shown.camera.yaw == camera.yaw
    rows = [row for row, bone in enumerate(document.rig.bones) if bone.kind == "bone"]
    ends = shown.camera.project(shown.evaluated.heads[rows], 176, 160)[:, :2]
    assert (np.abs(ends - (88.0, 80.0)) <= (88.0, 80.0)).all() == (camera is BODY)


class Unpaintable(msgspec.Struct, frozen=True):
    """A picture of a figure that is posed, and has no size."""

    kind: ClassVar[str] = "poses"
    size: ClassVar[tuple[int, int]] = (0, 0)

    def contents(self, figure: Figure, characters: Characters) -> object:
        return "nothing to see"

    def shown(self, figure: Figure, characters: Characters) -> Shown | None:
        return SHAKEN.shown(figure, characters)


def test_a_picture_that_cannot_be_painted_keeps_no_other_waiting(pictures: FigurePictures, qtbot) -> None:
    made: list[str] = []
    with qtbot.captureExceptions() as told:
        pictures.want([("fails", Unpaintable()), ("comes", SHAKEN)], lambda key, _picture: made.append(key))
        qtbot.waitUntil(lambda: made == ["comes"] and bool(told))
    assert len(told) == 1


def test_pictures_are_painted_beside_the_drawing_thread(pictures: FigurePictures, monkeypatch, qtbot) -> None:
    """All of them by one thread, in one context."""
    threads: list[int] = []

    def painted(*given, **how) -> QtGui.QImage:
        threads.append(threading.get_ident())
        return figure_picture(*given, **how)

    monkeypatch.setattr(figure_pictures, "figure_picture", painted)
    made: list[QtGui.QPixmap] = []
    pictures.want([("nod", NODDED), ("shake", SHAKEN)], lambda _key, picture: made.append(picture))
    qtbot.waitUntil(lambda: len(made) == 2)
    assert len(threads) == 2 and len(set(threads)) == 1 and threads[0] != threading.get_ident()
    assert all(not picture.isNull() for picture in made)


def test_the_same_wish_again_lets_nobody_wait_longer(pictures: FigurePictures) -> None:
    """Cards ask anew for what is left with each picture that comes."""
    pictures.rest.setInterval(10**6)
    pictures.want([("nod", NODDED), ("shake", SHAKEN)], print)
    pictures.rest.stop()
    pictures.want([("shake", SHAKEN)], print)
    assert not pictures.rest.isActive()
    pictures.want([("nod", NODDED)], print)
    assert pictures.rest.isActive()


def test_what_is_wanted_last_is_made_first_and_each_taker_has_its_own(pictures: FigurePictures, qtbot) -> None:
    made: list[str] = []

    def take(key: str, _picture: QtGui.QPixmap) -> None:
        made.append(f"one {key}")

    def take_other(key: str, _picture: QtGui.QPixmap) -> None:
        made.append(f"other {key}")

    pictures.want([("nod", NODDED)], take)
    pictures.want([("shake", SHAKEN)], take_other)
    qtbot.waitUntil(lambda: len(made) == 2)
    assert made == ["other shake", "one nod"]
    pictures.want([("again", NODDED), ("and again", SHAKEN)], take)
    pictures.want((), take_other)
    painted = pictures.painted
    qtbot.waitUntil(lambda: len(made) == 4)
    assert made[2:] == ["one again", "one and again"] and pictures.painted == painted


def test_a_picture_of_a_figure_that_has_changed_since_is_not_handed_out(
    pictures: FigurePictures, person: Person, qtbot
) -> None:
    made: list[str] = []
    pictures.want([("nod", NODDED)], lambda key, _picture: made.append(key))
    qtbot.waitUntil(lambda: pictures.making)
    person.open_sample("arm")
    qtbot.waitUntil(lambda: not pictures.making)
    assert not made and not pictures.painted
