"""What the actions of weights do: the brush is another, and it is taken where there is a skin."""

from __future__ import annotations

import os
from pathlib import Path

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


def _brush(field: str, value: object, before: object) -> Case:
    """The brush has the value in place of the one before."""
    return Case(
        lambda person: getattr(person.view.settings.brush, field) == value,
        lambda person: person.view.change_settings(brush=Brush(**{field: before})),
    )


CASES: dict[str, Case] = {
    f"tool_{TOOL.name}": Case(picked(TOOL), _with_a_skin),
    "brush_add": _brush("mode", "add", "smooth"),
    "brush_take": _brush("mode", "subtract", "add"),
    "brush_smooth": _brush("mode", "smooth", "add"),
    "brush_four": _brush("most", 4, 8),
    "brush_eight": _brush("most", 8, 4),
    "brush_through": _brush("through", True, False),
}
