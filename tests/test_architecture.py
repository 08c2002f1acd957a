"""The rooms and the doors between them: imports run one way.

rigs ← solver ← viewport ← app and rigs ← widgets ← app; widgets and viewport never meet. Qt and GL stay where they
belong, no files or folders import each other in a circle, and no module has a name that says nothing.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.sources import TOP, modules, parsed, text_of

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
    "rigs": {"msgspec", "numpy", "DracoPy", "pxr", "trimesh", "ufbx", "PIL"},
    "solver": {"numpy", "numba", "llvmlite", "msgspec"},
    "viewport": {"msgspec", "numpy", "OpenGL", "PySide6"},
    "widgets": {"numpy", "PySide6", "shiboken6", "msgspec", "pyqtgraph"},
    "app": {"numpy", "PySide6", "msgspec", "pythonosc"},
    "resources": {"PySide6"},
}
"""What of others each room may use, beside the standard library."""

EMPTY_NAMES = {"utils", "util", "helpers", "helper", "manager", "base", "core", "common", "misc"}
MOST_LINES_OF_A_FUNCTION = 40
"""A longer one hides its stages: the main function reads as a summary of the private ones."""


@cache
def imported(path: Path, everywhere: bool = True) -> frozenset[str]:
    """The full names of what a file imports; with `everywhere` also inside functions, else only at import time."""
    found: set[str] = set()
    for node in _statements(parsed(path), everywhere):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(found)


def _statements(node: ast.AST, everywhere: bool) -> Iterator[ast.AST]:
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for child in getattr(node, part, ()):
            yield child
            if everywhere or not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from _statements(child, everywhere)


def rooms(names: frozenset[str]) -> set[str]:
    """The rooms of Pantin among these names."""
    return {name.split(".")[1] for name in names if name.startswith("pantin.")}


def outside(names: frozenset[str]) -> set[str]:
    """The packages of others among these names, and of the standard library."""
    return {name.partition(".")[0] for name in names} - {"pantin", "__future__"}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_rooms_import_one_way(room: str) -> None:
    others = set(MAY_IMPORT) - MAY_IMPORT[room] - {room}
    wrong = [
        f"{path.relative_to(TOP)} imports {name}" for path in modules(room) for name in rooms(imported(path)) & others
    ]
    assert not wrong, f"{room} may use {sorted(MAY_IMPORT[room])} only: {wrong}"


@pytest.mark.parametrize("room", OUTSIDE)
def test_rooms_use_the_libraries_they_are_for(room: str) -> None:
    known = set(sys.stdlib_module_names) | OUTSIDE[room]
    wrong = [
        f"{path.relative_to(TOP)} imports {name}" for path in modules(room) for name in outside(imported(path)) - known
    ]
    assert not wrong, wrong


def test_nothing_is_imported_but_through_the_package() -> None:
    """`import rigs` works from a checkout, and would make every value a second type."""
    named = re.compile(rf"\b(import|from)\b.*(?<![\w.])({'|'.join(MAY_IMPORT)})\b")  # else there is nothing to parse
    found = {path: outside(imported(path)) & {*MAY_IMPORT} for path in our_files() if named.search(text_of(path))}
    assert not {str(path.relative_to(TOP)): rooms for path, rooms in found.items() if rooms}


def test_tests_import_no_tests() -> None:
    """What several of them need stands in a module of its own, or among the fixtures."""
    named = re.compile(r"^tests\.(\w+\.)*test_\w+")
    found = {path: [name for name in imported(path) if named.match(name)] for path in modules("tests")}
    assert not {str(path.relative_to(TOP)): names for path, names in found.items() if names}


def our_files() -> list[Path]:
    return [path for room in (*MAY_IMPORT, "tests") for path in modules(room)]


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports for types alone count: who has to be read to understand a file is a matter of names, not of run time."""
    known = {_name(path): path for room in MAY_IMPORT for path in modules(room)}
    uses = {
        name: {other for other in imported(path, everywhere=False) if other in known and other != name}
        for name, path in known.items()
    }
    assert circle(_without_packages(uses)) == []


def _name(path: Path) -> str:
    parts = path.relative_to(TOP).with_suffix("").parts
    return ".".join(("pantin", *(part for part in parts if part != "__init__")))


def _without_packages(uses: dict[str, set[str]]) -> dict[str, set[str]]:
    """`from package import module` names both: where the module is meant, the package is not a use of its own."""
    return {
        name: {other for other in others if not any(found.startswith(f"{other}.") for found in others)}
        for name, others in uses.items()
    }


def test_no_folders_import_each_other_in_a_circle() -> None:
    """Among folders that lie side by side. A folder's own `__init__` may gather what its sub-folders hold."""
    uses: dict[str, set[str]] = defaultdict(set)
    for path in (path for room in MAY_IMPORT for path in modules(room) if path.name != "__init__.py"):
        folder = _name(path.parent / "__init__.py")
        for other in imported(path, everywhere=False):
            target = _folder(other)
            if target and target != folder:
                uses[folder].add(target)
    assert circle(uses) == []


def _folder(name: str) -> str:
    """The folder that holds what is imported, or nothing where it is no file of ours."""
    place = TOP.joinpath(*name.split(".")[1:]) if name.startswith("pantin.") else None
    return name.rpartition(".")[0] if place and place.with_suffix(".py").is_file() else ""


def circle(uses: Mapping[str, set[str]]) -> list[str]:
    """Names that use each other in a circle; none where there is none."""
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def test_a_circle_is_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}


def test_the_viewport_has_qt_and_gl_where_the_page_says() -> None:
    (row,) = (line for line in (TOP / "ARCHITECTURE.md").read_text("utf-8").splitlines() if "| `viewport/` |" in line)
    told = set(re.findall(r"`([\w/]+\.py|\w+/)`", row.partition("Qt only in")[2].partition("|")[0]))
    found = set()
    for path in modules("viewport"):
        if outside(imported(path)) & {"PySide6", "pyqtgraph", "OpenGL"}:
            place = path.relative_to(TOP / "viewport")
            found.add(f"{place.parts[0]}/" if f"{place.parts[0]}/" in told else place.as_posix())
    assert found == told


@pytest.mark.parametrize("room", [*MAY_IMPORT, "tests"])
def test_modules_are_named_by_what_they_hold(room: str) -> None:
    wrong = [str(path.relative_to(TOP)) for path in modules(room) if path.stem in EMPTY_NAMES]
    assert not wrong


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_every_module_opens_with_a_few_lines(room: str) -> None:
    wrong = [str(path.relative_to(TOP)) for path in modules(room) if not ast.get_docstring(parsed(path))]
    assert not wrong


@pytest.mark.parametrize("room", [*MAY_IMPORT, "tests"])
def test_no_function_is_too_long(room: str) -> None:
    for path in modules(room):
        functions = (each for each in _statements(parsed(path), everywhere=True) if isinstance(each, ast.FunctionDef))
        long = [each.name for each in functions if (each.end_lineno or 0) - each.lineno >= MOST_LINES_OF_A_FUNCTION]
        assert not long, path


def test_the_package_itself_imports_nothing() -> None:
    """`python -m pantin` looks in the current folder first until `__main__` has begun, which Python's `sys` tells."""
    for name, allowed in (("__init__.py", set()), ("__main__.py", {"gc", "sys"})):
        tree = ast.parse((TOP / name).read_text(encoding="utf-8"))
        found = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
        assert {alias.name for node in found for alias in node.names} == allowed, name
