"""The actions of weights change the brush, and take it where there is a skin."""

from __future__ import annotations

import os
from pathlib import Path

from pantin.rigs.formats.converted.keeping import is_kept
from pantin.viewport.tools.weight_brush import TOOL
from pantin.viewport.values.brush import Brush
from tests.app.actions.cases.case import Case, picked
from tests.app.files.character_window import opened, red_square
from tests.app.person import Person


def _with_a_skin(person: Person) -> None:
    """Open a character of two bones."""
    folder = Path(os.environ["PANTIN_CACHE_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    opened(person, red_square(folder / "square.glb"))


def _with_two_skins(person: Person) -> None:
    """Open two characters in one scene, of which the second has other weights."""
    _with_a_skin(person)
    folder = Path(os.environ["PANTIN_CACHE_DIR"])
    other = red_square(folder / "other.glb")
    person.window.files.add(other)
    person.wait_until(lambda: len(person.session.document.scene.figures) == 2)
    person.wait_for_the_pose()


def _transferred(person: Person) -> bool:
    """Say yes where it is asked, wait for what is done beside the window; return whether the file of the figure is one
    that was made here.
    """
    if person.window.replace_bar.isVisible():
        person.window.replace_bar.button.click()
    if person.window.files.jobs.reader.doing:
        person.wait_until(lambda: not person.window.files.jobs.reader.doing)
    person.wait_until(lambda: not person.session.painted.is_waiting)
    source = person.session.document.figure.source
    return source is not None and source.file is not None and is_kept(source.file.path)


def _brush(field: str, value: object, before: object) -> Case:
    """The brush has the value in place of the one before."""
    return Case(
        lambda person: getattr(person.view.settings.brush, field) == value,
        lambda person: person.view.change_settings(brush=Brush(**{field: before})),
    )


CASES: dict[str, Case] = {
    f"tool_{TOOL.name}": Case(picked(TOOL), _with_a_skin),
    "transfer_weights": Case(_transferred, _with_two_skins),
    "brush_add": _brush("mode", "add", "smooth"),
    "brush_take": _brush("mode", "subtract", "add"),
    "brush_smooth": _brush("mode", "smooth", "add"),
    "brush_set": _brush("mode", "set", "add"),
    "brush_four": _brush("most", 4, 8),
    "brush_eight": _brush("most", 8, 4),
    "brush_all_bones": _brush("all_bones", True, False),
    "brush_through": _brush("through", True, False),
}
