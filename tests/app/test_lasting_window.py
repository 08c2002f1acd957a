"""A window that was used is as a new one again: whatever a test did to it, the next one finds nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6 import QtCore

from pantin import rigs
from pantin.app.docks.layouts import LAYOUTS
from pantin.app.docks.panels import PANELS
from pantin.rigs.editing.bones import rename
from pantin.viewport.values.camera import Camera
from pantin.widgets.values.live import LiveChoices
from tests.app.lasting_window import LastingWindow, state
from tests.app.person import Person

Use = Callable[[Person], object]


def edited(person: Person) -> None:
    person.session.edit("Rename", lambda document: rename(document, "head", "skull"))
    person.session.select(("hand.L",), "hand.L")
    person.session.undo()


def saved(person: Person) -> None:
    person.save_to(Path(person.window.settings.folder) / "kept.rig.json")
    (Path(person.window.settings.folder) / "kept.rig.json").unlink()
    rigs.write(person.session.document, person.folder / "kept.rig.json")
    person.window.files.open(person.folder / "kept.rig.json")
    edited(person)


def dragging(person: Person) -> None:
    x, y = person.where("hand.L")
    person.hover((x, y))
    person.press((x, y))
    person.move((x, y - 20), (x, y - 40))


def seen_otherwise(person: Person) -> None:
    person.view.camera = Camera(distance=9.0, yaw=1.0, orthographic=True)
    person.view.change_display(bones="wire", figure="off", names=True)
    person.view.change_settings(auto_ik=False, mirror_x=True, chain_length=3)
    person.view.pick_tool("rotate")
    person.view.reduced_motion = True


def arranged(person: Person) -> None:
    docks = person.window.docks
    docks.docks["properties"].setFloating(True)
    person.window.tabifyDockWidget(docks.docks["history"], docks.docks["bones"])
    docks.switch("bones")
    for layout in LAYOUTS:
        docks.show_layout(layout)
    docks.switch("history")
    docks.alone(True)
    person.window.resize(1000, 700)


def chosen(person: Person) -> None:
    for page, name, value in (
        ("interface", "theme", "light"),
        ("interface", "reduce_motion", True),
        ("keys", "preset", "industry"),
        ("units", "length", "in"),
        ("mouse", "invert_zoom", True),
    ):
        person.window.preferences.change(page, name, value)


def asked_for(person: Person) -> None:
    person.window.dialogs.open_settings()
    person.window.dialogs.show_key_sheet()
    person.window.dialogs.open_palette()
    person.session.warned.emit("Something went wrong.")
    person.window.menus.pop_up(("undo", "redo")).popup(QtCore.QPoint(100, 100))


def compared(person: Person) -> None:
    person.window.comparison.switch()
    person.window.docks.show_layout("pose")
    assert person.session.compared is None, "it rests"


def chosen_from_templates(person: Person) -> None:
    templates = person.window.templates
    templates.show()
    templates._choose("arm")
    templates._measure(replace(templates._measures["arm"], hand=1.5))


def on_the_start_page(person: Person) -> None:
    person.window.show_start_page()


def at_rest(person: Person) -> None:
    person.window.mode.draw()


def searching(person: Person) -> None:
    person.window.panels.hierarchy.search.setText("hand")
    person.window.panels.hierarchy.search.setFocus()


def receiving(person: Person) -> None:
    person.window.live.choose(LiveChoices(trackers_port=0, bones_port=0, follow="hands"))
    person.window.live.start()


def closed(person: Person) -> None:
    person.window.close()


USES: tuple[Use, ...] = (
    edited,
    saved,
    dragging,
    seen_otherwise,
    arranged,
    chosen,
    asked_for,
    compared,
    chosen_from_templates,
    on_the_start_page,
    at_rest,
    searching,
    receiving,
    closed,
)


@pytest.fixture(scope="module")
def shared(qapp, warm_solver, tmp_path_factory: pytest.TempPathFactory, pictures: Path) -> Iterator[LastingWindow]:
    """One that nobody used before, so that the first is a new one."""
    made = LastingWindow(tmp_path_factory.mktemp("settings"), pictures)
    yield made
    made.close()


@pytest.fixture(scope="module")
def first(shared: LastingWindow) -> dict[str, object]:
    """Return what the window was before anything was done to it."""
    return state(shared.as_new())


@pytest.fixture
def used(shared: LastingWindow, first: dict[str, object], person: Person, tmp_path: Path) -> Person:
    """Somebody in front of the window, which is compared with the first one later."""
    person.folder = tmp_path
    return person


@pytest.mark.parametrize("use", USES, ids=lambda use: use.__name__)
def test_nothing_is_left_of_what_was_done(use: Use, used: Person, shared: LastingWindow, first, qtbot) -> None:
    use(used)
    assert differing(first, state(used.window)), "it did something"
    assert differing(first, state(shared.as_new())) == {}
    used.open_sample("humanoid")
    assert set(PANELS) >= {name for name in PANELS if used.window.docks.is_shown(name)} == set(LAYOUTS["pose"].panels)


def differing(first: dict[str, object], now: dict[str, object]) -> dict[str, object]:
    """Return what is another now: how it was and how it is."""
    return {name: (value, now[name]) for name, value in first.items() if now[name] != value}
