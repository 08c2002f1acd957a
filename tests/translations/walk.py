"""Walks through the real window and collects every text that it shows, in the language of the environment.

`python -m tests.translations.walk FILE` writes what is found there, as JSON: the text, and where it was seen. It is a
program of its own, because the language is chosen once for a process.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from unittest import mock

import pyqtgraph
from PySide6 import QtCore, QtWidgets

from pantin import rigs
from pantin.app.actions import ACTIONS, MENUS
from pantin.app.docks.layouts import LAYOUTS
from pantin.app.docks.panels import PANELS
from pantin.app.system.surface import prepare_surface
from pantin.app.window import pointer_menu
from pantin.resources import FOLDER
from pantin.rigs.constraints import KINDS
from pantin.rigs.editing import constrain
from pantin.rigs.rig import Rig
from pantin.rigs.sides import split_name
from pantin.viewport.interaction import hints
from pantin.viewport.paint.overlay.pen import Pen
from pantin.widgets.controls.frames import dialogs
from pantin.widgets.hierarchy.bone_model import BoneModel
from pantin.widgets.theme import drawing
from tests.app import lasting_window
from tests.bench.measuring.driving import wait_until

ROLES = (
    QtCore.Qt.ItemDataRole.DisplayRole,
    QtCore.Qt.ItemDataRole.ToolTipRole,
    QtCore.Qt.ItemDataRole.AccessibleTextRole,
)
FIGURES = {"humanoid": tuple(LAYOUTS), "robot_arm": tuple(LAYOUTS)[:2], "bird": tuple(LAYOUTS)[:2]}
"""The sample rigs that are opened, each with the layouts in which its panels are looked at."""


class Walk:
    """What was seen so far: each text with the first place where it was."""

    def __init__(self) -> None:
        self.seen: dict[str, str] = {}
        self.names: set[str] = set()
        self.place = ""

    def note(self, text: object, where: str = "") -> None:
        if isinstance(text, str) and text not in self.seen and text.strip():
            self.seen[text] = f"{self.place} {where}".strip()

    def look(self, place: str) -> None:
        """Note what all widgets say now."""
        self.place = place
        for _round in range(5):
            QtWidgets.QApplication.processEvents()
        for top in QtWidgets.QApplication.topLevelWidgets():
            for widget in (top, *top.findChildren(QtWidgets.QWidget)):
                if not isinstance(widget, QtWidgets.QFileDialog):
                    self._look_at(widget)

    def _look_at(self, widget: QtWidgets.QWidget) -> None:
        where = type(widget).__name__
        for text in _texts(widget):
            self.note(text, where)
        if isinstance(widget, QtWidgets.QAbstractItemView) and widget.model() is not None:
            self._rows(widget.model(), QtCore.QModelIndex(), where)

    def _rows(self, model: QtCore.QAbstractItemModel, above: QtCore.QModelIndex, where: str) -> None:
        for row in range(model.rowCount(above)):
            index = model.index(row, 0, above)
            for role in ROLES:
                self.note(model.data(index, role), where)
            if isinstance(model, BoneModel):
                self._rows(model, index, where)


def _texts(widget: QtWidgets.QWidget) -> Iterator[object]:
    yield from (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(), widget.windowTitle())
    for name in _words_of(type(widget)):
        yield getattr(widget, name)()
    if isinstance(widget, QtWidgets.QComboBox):
        yield from (widget.itemText(row) for row in range(widget.count()))
    for action in widget.actions():
        yield from (action.text(), action.toolTip())


@cache
def _words_of(kind: type[QtWidgets.QWidget]) -> tuple[str, ...]:
    """The methods of a kind of widget that say what is read on it; what stands in a line was typed."""
    if issubclass(kind, QtWidgets.QLineEdit):
        return ("placeholderText",)
    names = ("text", "placeholderText", "informativeText", "title")
    return tuple(name for name in names if callable(getattr(kind, name, None)))


def _watch_painting(walk: Walk) -> None:
    """Painted words are noted as they are written."""

    def noting(write: Callable[..., None], at: int) -> Callable[..., None]:
        def written(*given: object) -> None:
            walk.note(given[at], "painted")
            write(*given)

        return written

    mock.patch.object(drawing, "write", noting(drawing.write, 2)).start()
    mock.patch.object(Pen, "write", noting(Pen.write, 3)).start()


def main(out: Path) -> None:
    """Open the window, go through all of it, and write what was seen."""
    prepare_surface()
    app = QtWidgets.QApplication(sys.argv[:1])
    walk = Walk()
    plot = pyqtgraph.PlotWidget()  # has menus of its own, which nobody can open
    walk.look("plots")
    walk.names, walk.seen = set(walk.seen) | _names_in_poses(), {}
    plot.deleteLater()
    _watch_painting(walk)
    with tempfile.TemporaryDirectory() as folder:
        _go_through(walk, Path(folder))
    out.write_text(json.dumps({"seen": walk.seen, "names": sorted(walk.names)}, ensure_ascii=False), "utf-8")
    app.quit()


def _names_in_poses() -> set[str]:
    """The names and tags of the poses that ship: they stand in files, as the names of bones do."""
    files = tuple((FOLDER / "poses").rglob("*.pose.json"))
    tags = {tag for file in files for tag in json.loads(file.read_text("utf-8")).get("tags", ())}
    return tags | {file.name.removesuffix(".pose.json") for file in files}


def _go_through(walk: Walk, folder: Path) -> None:
    window = lasting_window.shown()
    window.begin()
    walk.look("start page")
    window.choose_template()
    walk.look("templates")
    chosen = window.session.shown_pose.requested.rig
    walk.names |= {
        *chosen.by_name,
        *_stems(chosen),
        *(group.name for group in chosen.collections),
    }
    window.templates.dismiss()
    for name, layouts in FIGURES.items():
        window.session.open(rigs.read(FOLDER / "rigs" / f"{name}.rig.json"))
        _settle(window)
        _figure(walk, window, name, layouts)
    _menus(walk, window)
    _dialogs(walk, window)
    _problems(walk, window, folder)
    lasting_window.close(window)


def _figure(walk: Walk, window: lasting_window.Window, name: str, layouts: Iterable[str]) -> None:
    """Each kind of bone selected in the first of these layouts, where every panel is, and one bone in the others."""
    rig = window.session.document.rig
    walk.names |= {
        window.session.document.figure.name,
        *rig.by_name,
        *_stems(rig),
        *(limb.name for limb in rig.limbs),
    }
    chosen = {bone.kind: bone.name for bone in rig.bones}
    for number, layout in enumerate(layouts):
        window.docks.show_layout(layout)
        for panel in PANELS:
            window.docks.bring(panel)
        for kind, bone in list(chosen.items())[: 1 if number else None]:
            window.session.select((bone,), bone)
            _settle(window)
            walk.look(f"{name}, {layout}, {kind}")
        walk.note(window.view.title[0], "view")
        walk.note(window.view.title[1], "view")
        window.session.select((), None)
        walk.look(f"{name}, {layout}, nothing")
    window.docks.bring("fitting")
    walk.look(f"{name}, parts")
    window.docks.switch("fitting")
    window.docks.show_layout(next(reversed(list(LAYOUTS)[:2])))


def _settle(window: lasting_window.Window) -> None:
    """What is asked for is posed, and the panels show it now, not at their next turn."""
    wait_until(lambda: window.session.ready and window.session.settled)
    window.panels.show()


def _menus(walk: Walk, window: lasting_window.Window) -> None:
    walk.place = "menus"
    for title, _entries in MENUS:
        walk.note(title, "menu")
    for name, action in ACTIONS.items():
        for text in (action.title, action.within, action.help, action.words, action.why_not(window)):
            walk.note(text, name)
        made = window.menus.current(name)
        walk.note(made.text(), name)
        walk.note(made.toolTip(), name)
    for bone in (None, window.session.document.rig.bones[0].name):
        for editing in (False, True):
            entries, title = pointer_menu.contents(window.session.document.rig, bone, editing)
            walk.note(title, "pointer menu")
            window.menus.pop_up(entries, title)
    walk.look("menus")
    for said in hints.NAVIGATION:
        walk.note(said[1], "hint")


def _dialogs(walk: Walk, window: lasting_window.Window) -> None:
    window.dialogs.open_palette()
    walk.look("palette")
    for entry in window.dialogs.palette_entries():
        for text in (entry.title, entry.place, entry.words, entry.why_not):
            walk.note(text, "palette entry")
    window.dialogs.show_key_sheet()
    walk.look("key sheet")
    window.dialogs.open_settings()
    walk.look("settings")
    window.dialogs.show_about()
    for box in (dialogs.unsaved_question(window, "a"), dialogs.change_question(window, "a")):
        box.show()
    walk.look("dialogs")
    lasting_window.hide_all()
    window.show()


def _problems(walk: Walk, window: lasting_window.Window, folder: Path) -> None:
    """A constraint of every kind, without a target: each has its card, and something is wrong with most."""
    document = rigs.read(FOLDER / "rigs" / "tentacle.rig.json")
    bone = document.rig.bones[3].name
    for kind in KINDS:
        document = constrain.add_new(document, kind, bone, None)
    window.session.open(document)
    walk.names |= {document.figure.name, *document.rig.by_name}
    window.session.select((bone,), bone)
    window.docks.bring("problems")
    _settle(window)
    walk.look("problems")
    for path in _broken(folder):
        try:
            rigs.read(path)
        except rigs.Unreadable as problem:
            walk.note(problem.where if not problem.where.startswith("$") else "", path.name)
            walk.note(problem.what, path.name)


def _broken(folder: Path) -> Iterator[Path]:
    texts = {
        "missing.rig.json": None,
        "unknown.doc": "",
        "empty.rig.json": "",
        "cut.rig.json": '{"format": "pantin.rig"',
        "other.rig.json": '{"format": "a"}',
        "kind.rig.json": '{"format": "pantin.rig", "version": 1, "name": 3}',
        "empty.bvh": "",
        "other.bvh": "A",
        "other.gltf": "{}",
        "short.glb": "glTF",
    }
    for name, text in texts.items():
        if text is not None:
            (folder / name).write_text(text)
        yield folder / name


def _stems(rig: Rig) -> set[str]:
    """The names of the bones without their sides."""
    return {split_name(name).stem for name in rig.by_name}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
