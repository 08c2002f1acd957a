"""The rooms and the doors between them: imports run one way.

rigs ← solver ← viewport ← app and rigs ← widgets ← app; widgets and viewport never meet. Qt and GL stay where they
belong, and no module has a name that says nothing.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent

MAY_IMPORT = {
    "rigs": {"resources"},
    "solver": {"rigs"},
    "viewport": {"rigs", "solver", "resources"},
    "widgets": {"rigs", "resources"},
    "app": {"rigs", "solver", "viewport", "widgets", "resources"},
    "resources": set(),
}
"""What of ours each room may use, beside itself."""

OUTSIDE = {
    "rigs": {"msgspec", "numpy"},
    "solver": {"numpy", "numba", "llvmlite", "msgspec"},
    "viewport": {"numpy", "PySide6", "pyqtgraph", "OpenGL"},
    "widgets": {"numpy", "PySide6", "msgspec", "pyqtgraph"},
    "app": {"numpy", "PySide6", "pyqtgraph", "msgspec"},
    "resources": set(),
}
"""What of others each room may use, beside the standard library."""

EMPTY_NAMES = {"utils", "util", "helpers", "helper", "manager", "base", "core", "common", "misc"}


def modules(room: str) -> list[Path]:
    return sorted((TOP / room).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The full names of what a file imports, wherever in the file the import stands."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def outer(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_rooms_import_one_way(room: str) -> None:
    others = set(MAY_IMPORT) - MAY_IMPORT[room] - {room}
    wrong = [
        f"{path.relative_to(TOP)} imports {name}" for path in modules(room) for name in outer(imported(path)) & others
    ]
    assert not wrong, f"{room} may use {sorted(MAY_IMPORT[room])} only: {wrong}"


@pytest.mark.parametrize("room", OUTSIDE)
def test_rooms_use_the_libraries_they_are_for(room: str) -> None:
    import sys

    known = set(sys.stdlib_module_names) | set(MAY_IMPORT) | OUTSIDE[room]
    wrong = [
        f"{path.relative_to(TOP)} imports {name}" for path in modules(room) for name in outer(imported(path)) - known
    ]
    assert not wrong, wrong


def test_the_viewport_has_qt_and_gl_where_the_page_says() -> None:
    (row,) = (line for line in (TOP / "ARCHITECTURE.md").read_text("utf-8").splitlines() if "| `viewport/` |" in line)
    told = set(re.findall(r"`(\w+\.py|paint/)`", row))
    with_a_screen = (path for path in modules("viewport") if outer(imported(path)) & {"PySide6", "pyqtgraph", "OpenGL"})
    places = (path.relative_to(TOP / "viewport") for path in with_a_screen)
    assert {place.name if len(place.parts) == 1 else f"{place.parts[0]}/" for place in places} == told


@pytest.mark.parametrize("room", [*MAY_IMPORT, "tests"])
def test_modules_are_named_by_what_they_hold(room: str) -> None:
    wrong = [str(path.relative_to(TOP)) for path in modules(room) if path.stem in EMPTY_NAMES]
    assert not wrong


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_every_module_opens_with_a_few_lines(room: str) -> None:
    wrong = [
        str(path.relative_to(TOP))
        for path in modules(room)
        if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert not wrong
