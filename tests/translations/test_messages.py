"""Messages are whole sentences with named places, and the catalogues hold all of them."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from pantin.rigs import translation
from tests import sources
from tests.sources import parsed
from tests.translations import pseudo
from tests.translations.catalogues import FOLDER, ROOMS, TOP, text_of

CALLS = {"_": 1, "ngettext": 2, "pgettext": 2}
"""How many texts each call begins with."""


@pytest.mark.parametrize("room", ROOMS)
def test_the_catalogue_holds_what_the_sources_say(room: str) -> None:
    assert (FOLDER / f"{room}.pot").read_text("utf-8") == text_of(room), "run python -m tests.translations.catalogues"


@pytest.mark.parametrize("room", ROOMS)
def test_messages_are_written_out_where_they_are_asked_for(room: str) -> None:
    """A message that is put together, an f-string or a variable, is in no catalogue."""
    wrong = [
        f"{place}: {ast.unparse(call)}"
        for place, call in _calls(room)
        if not all(isinstance(text, ast.Constant) and isinstance(text.value, str) for text in _texts(call))
        or len(_texts(call)) != CALLS[_name(call)]
    ]
    assert not wrong


@pytest.mark.parametrize("room", ROOMS)
def test_every_place_in_a_message_has_a_name(room: str) -> None:
    """`{}` and `{0}` tell a translator nothing; a name may be asked for `{degrees:g}`, but for no part of it."""
    wrong = [f"{place}: {text}" for place, text in _messages(room) if not all(map(str.isidentifier, _places(text)))]
    assert not wrong


@pytest.mark.parametrize("room", ROOMS)
def test_both_numbers_of_a_message_have_the_same_places(room: str) -> None:
    pairs = [
        (place, [text.value for text in _texts(call)]) for place, call in _calls(room) if _name(call) == "ngettext"
    ]
    assert not [f"{place}: {one}" for place, (one, many) in pairs if {*_places(one)} != {*_places(many)}]


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_else_is_called_as_messages_are(room: str) -> None:
    """`_` for what is not needed, in a module that has messages, hides them."""
    wrong = []
    for path in sorted((TOP / room).rglob("*.py")):
        tree = parsed(path) if ".messages import" in sources.text_of(path) else ast.Module([], [])
        if any(isinstance(node, ast.ImportFrom) and (node.module or "").endswith(".messages") for node in tree.body):
            names = (node for node in _outside_comprehensions(tree) if isinstance(node, ast.Name))
            wrong += [f"{path}:{node.lineno}" for node in names if node.id in CALLS and isinstance(node.ctx, ast.Store)]
    assert not wrong


@pytest.mark.parametrize(
    ("environment", "languages"),
    [
        ({}, ()),
        ({"LANG": "C.UTF-8"}, ()),
        ({"LANG": "en_GB.UTF-8"}, ()),
        ({"LANG": "de_AT.UTF-8"}, ("de_AT.UTF-8",)),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "C"}, ()),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fr:de:en:it"}, ("fr", "de")),
    ],
)
def test_the_language_is_that_of_the_environment(environment, languages, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert translation.wanted.__wrapped__() == languages


def test_in_english_nothing_is_looked_for() -> None:
    """Every start would pay for it."""
    code = "import sys, pantin.app.messages; sys.exit('gettext' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], env=_in_language("en"), check=False).returncode == 0


def test_a_translation_is_used_and_what_it_lacks_stays_english(tmp_path: Path) -> None:
    environment = pseudo.write_catalogues(tmp_path)
    code = "from pantin.rigs.messages import _, ngettext; print(_('no such message'), ngettext('{count} bone', '', 1))"
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    assert ran.stdout.decode().split() == ["no", "such", "message", "{count}", "bone"]
    code = "from pantin.widgets.messages import ngettext; print(ngettext('{count} bone', '{count} bones', 2))"
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    assert ran.stdout.decode().strip() == "⟦{count} bones⟧"


def test_schema_and_files_are_the_same_in_every_language(tmp_path: Path) -> None:
    """Files mean the same wherever they are read; forms alone have titles in the language of the user."""
    environment = pseudo.write_catalogues(tmp_path / "translations")
    code = (
        "import sys; from pathlib import Path; from pantin.rigs.formats import schema; schema.main(Path(sys.argv[1]));"
        "from pantin.rigs.rig import Bone; from pantin.rigs.fields import field_named;"
        "assert field_named(Bone, 'roll').title == '⟦Roll⟧'"
    )
    subprocess.run([sys.executable, "-c", code, tmp_path], env=environment, check=True)
    for name in ("rig.schema.json", "pose.schema.json"):
        assert (tmp_path / name).read_text("utf-8") == (TOP / "resources" / name).read_text("utf-8")


def _in_language(name: str) -> dict[str, str]:
    import os

    return {**os.environ, "LANGUAGE": name}


@cache
def _calls(room: str) -> tuple[tuple[str, ast.Call], ...]:
    return tuple(
        (f"{path.relative_to(TOP)}:{node.lineno}", node)
        for path in sorted((TOP / room).rglob("*.py"))
        if any(f"{name}(" in sources.text_of(path) for name in CALLS)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and _name(node) in CALLS
    )


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _texts(call: ast.Call) -> list[ast.expr]:
    return call.args[: CALLS[_name(call)]]


def _messages(room: str) -> Iterator[tuple[str, str]]:
    for place, call in _calls(room):
        for text in _texts(call):
            yield place, text.value


def _places(text: str) -> list[str]:
    return [name for _literal, name, _spec, _conversion in Formatter().parse(text) if name is not None]


def _outside_comprehensions(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda):
            yield child
            yield from _outside_comprehensions(child)
