"""The page of options names tests and settings that exist, and says what a setting is at first."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

from pantin.rigs import Bone, Distance, Ik, Joint, Rig
from pantin.rigs.ground.kinds import Planting
from pantin.rigs.simulation import Simulation
from pantin.viewport.tools.dragging.events import Settings

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "options.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("|") and not re.match(r"\|(-|\s*option)", line)]
TEST = re.compile(r"`([a-z_/0-9]+\.py)::(\w+)`")
MODELS = {model.__name__: model for model in (Bone, Distance, Ik, Joint, Planting, Rig, Settings, Simulation)}
SETTING = re.compile(rf"`({'|'.join(MODELS)})\.(\w+)(?: = ([^`]+))?`")


@cache
def found_in(file: str) -> frozenset[str]:
    """The functions of a file of tests that pytest runs."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_a_row_names_tests_and_what_its_settings_are_at_first(row: str) -> None:
    _, _option, place, shown_by, _ = row.split("|")
    named = TEST.findall(shown_by)
    assert named and not TEST.sub("", shown_by).strip(" ,")
    for file, test in named:
        assert test in found_in(file), f"{file} has no test {test}"
    for model, name, value in SETTING.findall(place):
        fields = {field.name: field.default for field in msgspec.structs.fields(MODELS[model])}
        assert name in fields, f"{model} has no {name}"
        assert value, f"{model}.{name} is not said to be {fields[name]} at first"
        assert msgspec.json.decode(value) == msgspec.json.decode(msgspec.json.encode(fields[name]))


def test_every_setting_of_a_simulation_has_its_place() -> None:
    """The settings of iTaSC are promised whole; a bone and a rig have more than a solver asks."""
    said = {name for model, name, _ in SETTING.findall(PAGE) if model == "Simulation"}
    assert said == {field.name for field in msgspec.structs.fields(Simulation)}
