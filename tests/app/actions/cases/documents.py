"""Cases of the actions: files, undo and redo, and what opens a sheet of its own."""

from __future__ import annotations

from msgspec.structs import replace

from pantin import rigs
from pantin.app.files.sample_texts import SAMPLES
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.figures import added_beside
from tests.app.actions.cases.case import Case, Truth, is_open
from tests.app.files.character_window import opened, red_square
from tests.app.person import Person


def _asked(person: Person) -> bool:
    """Return whether a file dialog was asked for; see the fixture `places`."""
    return bool(person.asked)


def _edited(person: Person) -> None:
    person.session.edit("Rename", lambda document: rename(document, "head", "skull"))


def _undone(person: Person) -> None:
    _edited(person)
    person.session.undo()


def _named(name: str) -> Truth:
    return lambda person: name in person.session.document.rig.by_name


def _saved_and_edited(person: Person) -> None:
    path = person.folder / "saved.rig.json"
    person.save_to(path)
    _edited(person)


def _with_recent(person: Person) -> None:
    path = person.folder / "recent.rig.json"
    person.save_to(path)


ADDED = "Another"


def _with_another(person: Person) -> None:
    """A second figure is in the scene, and is edited."""
    figure = replace(person.session.document.figure, name=ADDED)
    person.session.edit("Add", lambda document: added_beside(document, figure))


def _hearing(person: Person) -> None:
    """What the window says from now on is noted."""
    person.told = []
    person.session.notified.connect(person.told.append)


def _samples() -> dict[str, Case]:
    sizes = {
        "humanoid": 60,
        "biped": 20,
        "quadruped": 30,
        "bird": 50,
        "hand": 20,
        "robot_arm": 6,
        "tentacle": 20,
        "arm": 5,
    }
    return {
        f"sample_{name}": Case(
            lambda person, name=name: (
                not person.window.starting
                and person.session.document.figure.name == SAMPLES[name].title
                and len(person.session.document.rig.bones) >= sizes[name]
            ),
            lambda person: person.session.open(person.session.document.__class__()),
        )
        for name in SAMPLES
    }


def _without_its_character(person: Person) -> None:
    """A rig is open whose character's file is gone."""
    own, rig = person.folder / "gone.glb", person.folder / "gone.rig.json"
    rigs.write(rigs.read(red_square(own, str(person.folder))), rig)
    own.unlink()
    opened(person, rig)
    assert person.session.lost_characters


def _writing_to_its_folder(person: Person) -> None:
    person.window.files.saving.folder = person.folder


CASES: dict[str, Case] = {
    "new": Case(lambda person: not person.session.document.rig.bones and person.view.tool == "draw"),
    "open": Case(_asked),
    "open_character": Case(_asked),
    "clear_recent": Case(lambda person: not person.window.settings.recent, _with_recent),
    "start_page": Case(lambda person: person.window.starting),
    "save": Case(lambda person: not person.session.unsaved, _saved_and_edited),
    "save_as": Case(_asked),
    "save_copy": Case(_asked),
    "revert": Case(_named("head"), _saved_and_edited),
    "find_character": Case(lambda person: bool(person.asked), _without_its_character),
    "unsaved_work": Case(lambda person: person.told == ["No unsaved work is kept."], _hearing),
    "export": Case(is_open("MotionSheet")),
    "export_pose": Case(_asked),
    "export_picture_at_once": Case(lambda person: any(person.folder.glob("*.png")), _writing_to_its_folder),
    "export_picture": Case(is_open("PictureSheet")),
    "quit": Case(lambda person: not person.window.isVisible()),
    "undo": Case(_named("head"), _edited),
    "redo": Case(_named("skull"), _undone),
    "palette": Case(is_open("Palette")),
    "settings": Case(is_open("SettingsDialog")),
    "keys": Case(is_open("KeySheet")),
    "about": Case(is_open("QMessageBox")),
    "merge": Case(_asked),
    "add_figure": Case(_asked),
    "add_template": Case(lambda person: len(person.session.shown.scene.figures) == 2),
    "next_figure": Case(lambda person: person.session.document.active_figure != ADDED, _with_another),
    "remove_figure": Case(lambda person: len(person.session.document.scene.figures) == 1, _with_another),
    **_samples(),
}
