"""The table of tools: what it declares is enough to pick a tool, to drag with it, and to say what it does."""

from __future__ import annotations

import pytest

from pantin.resources import FOLDER
from pantin.viewport import tools
from pantin.viewport.interaction.feedback import current_hints
from pantin.viewport.tools import OPERATIONS, TOOLS, operation_letters, operation_named, tool_named
from tests.viewport.controller_driver import NONE, Driver
from tests.viewport.tools import example_tool


@pytest.fixture
def with_example(monkeypatch: pytest.MonkeyPatch) -> Driver:
    """Somebody who drives a program whose tables have one tool and one operation more."""
    monkeypatch.setattr(tools, "TOOLS", (*TOOLS, example_tool.TOOL))
    monkeypatch.setattr(tools, "OPERATIONS", (*OPERATIONS, example_tool.NUDGE))
    return Driver()


def test_names_are_unique_and_found() -> None:
    assert len({tool.name for tool in TOOLS}) == len(TOOLS)
    assert len({operation.name for operation in OPERATIONS}) == len(OPERATIONS)
    assert tool_named("scale").gizmo == "scale"
    with pytest.raises(KeyError):
        tool_named("no such tool")
    with pytest.raises(KeyError):
        operation_named("no such operation")


def test_every_entry_has_an_icon_that_ships() -> None:
    entries = (*(tool.entry for tool in TOOLS), *(each.entry for each in OPERATIONS if each.entry is not None))
    assert all((FOLDER / "icons" / f"{entry.icon}.svg").is_file() for entry in entries)


def test_the_letters_that_switch_between_operations_come_from_the_table() -> None:
    assert operation_letters() == {"g": "move", "r": "rotate", "s": "scale"}


def test_a_tool_that_was_added_to_the_table_drags_and_says_so(with_example: Driver) -> None:
    driver = with_example
    driver.controller.pick_tool("nudge")
    x, y = driver.place("knee_pole.L", 0.0)
    driver.controller.move(x, y, NONE)
    driver.controller.point()
    assert ("LMB", "Drag: nudge the bone") in current_hints(driver.controller)
    driver.controller.press("left", x, y, NONE)
    driver.controller.move(x + 30, y, NONE)
    assert driver.controller.readout == "3 cm"
    assert current_hints(driver.controller)[-1] == ("Drag", "Nudge by centimetres")
    driver.controller.release("left")
    assert [kept.label for kept in driver.stage.kept] == ["Nudge knee_pole.L"]
    row = driver.stage.look().evaluated.index["knee_pole.L"]
    before = Driver().stage.look().evaluated.heads[row]
    assert driver.stage.look().evaluated.heads[row] - before == pytest.approx((0.03, 0.0, 0.0), abs=1e-9)


def test_an_operation_that_was_added_to_the_table_begins_without_a_button(with_example: Driver) -> None:
    driver = with_example
    driver.click(*driver.place("knee_pole.L", 0.0))
    driver.controller.begin("nudge")
    driver.controller.move(driver.controller.pointer[0] - 20, driver.controller.pointer[1], NONE)
    driver.keys("enter")
    assert [kept.label for kept in driver.stage.kept] == ["Nudge knee_pole.L"]
