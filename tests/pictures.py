"""Takes the pictures of README.md and of docs/ from the running program.

`make pictures` opens the real window on a screen of its own, drives it with a mouse, and keeps what stands on the
screen. Whoever changes how Pantin looks takes them anew and looks at them.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import radians
from pathlib import Path

from msgspec.structs import replace
from PySide6 import QtCore, QtGui, QtTest, QtWidgets

from pantin import rigs, solver
from pantin.app.files.characters import read_at_once
from pantin.app.files.portraits import portrait
from pantin.app.files.thumbnails import SMALL, remember_thumbnail
from pantin.app.pose_library.shipped_person import fitted
from pantin.app.system.surface import prepare_surface
from pantin.app.window.window import Window
from pantin.resources import FOLDER
from pantin.rigs.document import Document
from pantin.rigs.formats import opened
from pantin.rigs.formats.pose import read_pose
from pantin.rigs.templates import TEMPLATES
from pantin.rigs.templates.stances import STANCES, standing
from pantin.solver.edits.poses.poses import mixed
from pantin.viewport.paint.figure_picture import figure_picture, framing
from pantin.viewport.scene.scene import Background
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import DARK
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme
from tests.bench.measuring.machine import on_a_screen
from tests.others.samples import SAMPLES

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SIZE = (1440, 900)
QUALITY = 94
CHARACTERS = (
    ("vrm/godette.vrm", "Cheer", 25.0),
    ("glb/RobotExpressive.glb", "Walk contact", 30.0),
    ("glb/kaykit_Knight.glb", "Wave", 20.0),
    ("glb/m2m_human-zombie.glb", "Run", 50.0),
    ("vrm/cool_loops.vrm", "Contrapposto", -25.0),
)
"""Files, poses and from where they are seen, degrees. All may be shown: docs/characters.md says by whose leave."""
SPARE = ("1H_Sword_Offhand", "2H_Sword", "Badge_Shield", "Rectangle_Shield", "Spike_Shield")
"""Parts of the knight, who has them all in hand."""
GAP = 8
"""Pixels between characters."""
GROUND = (205, 210, 218, 255)
RECENT = {"robot_arm": "welder", "hand": "wave", "quadruped": "hound", "humanoid": "dancer"}


class Photographer:
    """Somebody who drives the window and takes pictures of it. Files lie in a folder that nobody keeps."""

    def __init__(self, window: Window, folder: Path) -> None:
        self.window, self.view, self.session = window, window.view, window.session
        self._folder = folder

    def open(self, sample: str, name: str, yaw: float | None = None) -> None:
        """A sample figure stands on the screen in its stance, as a file of that name."""
        stance = STANCES[sample]
        self.session.open(Document.of(standing(TEMPLATES[sample].figure(), stance)), self._folder / f"{name}.rig.json")
        self.settle()
        self.look_from(stance.yaw if yaw is None else yaw, stance.pitch)
        while self.window.panels.poses.without_picture:
            self._process()

    def used(self, sample: str, name: str) -> None:
        """A file that was open a while ago."""
        path = self._folder / f"{name}.rig.json"
        rigs.write(Document.of(TEMPLATES[sample].figure()), path)
        remember_thumbnail(path, portrait(sample, DARK, 2 * SMALL, 2 * SMALL), TEMPLATES[sample].title)
        QtCore.QThreadPool.globalInstance().waitForDone()
        self.window.settings.remember(path)

    def look_from(self, yaw: float, pitch: float) -> None:
        """Degrees from the front, and down."""
        self.view.camera = replace(self.view.camera, yaw=radians(yaw), pitch=radians(pitch))
        self.view.frame_all()
        self.settle()

    def settle(self) -> None:
        """Everything asked for is on the screen."""
        for _ in range(20):
            while not (self.window.starting or (self.session.ready and self.session.settled)):
                self._process()
            self._process()

    def where(self, bone: str) -> tuple[float, float]:
        """The middle of a bone, pixels of the view."""
        evaluated = self.session.evaluated
        row = evaluated.index[bone]
        point = (evaluated.heads[row] + evaluated.tails[row]) / 2
        x, y, _ = self.view.camera.project(point[None], self.view.width(), self.view.height())[0]
        return float(x), float(y)

    @contextmanager
    def moving(self, bone: str, to: tuple[float, float]) -> Iterator[None]:
        """The bone is being moved to a place, in parts of the view's width and height; it goes back afterwards."""
        x, y = self.where(bone)
        self.session.select((bone,), bone)
        self.settle()
        self._point(x, y)
        self.view.begin("move")
        by = to[0] * self.view.width() - x, to[1] * self.view.height() - y
        for part in range(1, 61):
            self._point(x + by[0] * part / 60, y + by[1] * part / 60)
        self.settle()
        yield
        QtTest.QTest.keyClick(self.view, QtCore.Qt.Key.Key_Escape)
        self.settle()

    def take(self, name: str) -> None:
        """The window as it stands on the screen."""
        self.settle()
        corner = self.window.mapToGlobal(QtCore.QPoint(0, 0))
        taken = self.window.screen().grabWindow(0, corner.x(), corner.y(), *SIZE)
        PICTURES.mkdir(parents=True, exist_ok=True)
        if not taken.save(str(PICTURES / f"{name}.webp"), quality=QUALITY):
            raise SystemExit(f"{PICTURES / name}.webp cannot be written")

    def _point(self, x: float, y: float) -> None:
        """The pointer goes there."""
        at = QtCore.QPointF(x, y)
        buttons, keys = QtCore.Qt.MouseButton.NoButton, QtCore.Qt.KeyboardModifier.NoModifier
        place = QtCore.QPointF(self.view.mapToGlobal(at))
        event = QtGui.QMouseEvent(QtCore.QEvent.Type.MouseMove, at, place, buttons, buttons, keys)
        QtWidgets.QApplication.sendEvent(self.view, event)
        self._process()

    def _process(self) -> None:
        QtWidgets.QApplication.processEvents(QtCore.QEventLoop.ProcessEventsFlag.AllEvents, 20)
        QtCore.QThread.msleep(5)


def start(by: Photographer) -> None:
    for sample, name in RECENT.items():
        by.used(sample, name)
    by.window.show_start_page()
    by.take("start")


def pose(by: Photographer) -> None:
    by.open("humanoid", "dancer")
    with by.moving("hand.L", (0.76, 0.56)):
        by.take("pose")


def light(by: Photographer) -> None:
    by.window.preferences.change("interface", "theme", "light")
    by.open("biped", "walk")
    with by.moving("hand.L", (0.78, 0.24)):
        by.take("light")
    by.window.preferences.change("interface", "theme", "dark")


def rig(by: Photographer) -> None:
    by.open("quadruped", "hound")
    by.session.edit("Move elbow_pole.L", _with_a_pole_in_line)
    by.session.select(("shin.L",), "shin.L")
    by.window.docks.show_layout("rig")
    by.view.change_display(figure="x-ray")
    by.look_from(58.0, 12.0)
    by.take("rig")
    by.view.change_display(figure="wood")


def solve(by: Photographer) -> None:
    by.open("robot_arm", "welder")
    by.window.docks.show_layout("solve")
    by.look_from(24.0, 10.0)
    by.session.compare("ccd")
    with by.moving("tool_ik", (0.70, 0.30)):
        by.take("solve")
    by.session.compare(None)
    by.window.docks.show_layout("pose")


def find(by: Photographer) -> None:
    by.open("humanoid", "dancer")
    by.session.select(("hand.L",), "hand.L")
    by.window.dialogs.open_palette()
    QtTest.QTest.keyClicks(by.window.focusWidget(), "select")
    by.take("find")
    QtTest.QTest.keyClick(by.window.focusWidget(), QtCore.Qt.Key.Key_Escape)


def characters(by: Photographer) -> None:
    """Characters of other people in poses of the library, side by side; what their licences ask for is told in docs/.

    The picture stays as it is where the files are absent.
    """
    files = [SAMPLES / file for file, _pose, _yaw in CHARACTERS]
    if not all(file.exists() for file in files):
        print("characters: their files are not here, the picture stays as it is", file=sys.stderr)
        return
    width, height = SIZE[0] // len(CHARACTERS) - GAP, SIZE[0] * 3 // 8
    row = QtGui.QImage(SIZE[0] - GAP, height, QtGui.QImage.Format.Format_ARGB32)
    row.fill(0)
    painter = QtGui.QPainter(row)
    for place, (file, (_name, pose, yaw)) in enumerate(zip(files, CHARACTERS, strict=True)):
        document = _in_pose(_with_one_sword(opened(file).document), pose)
        skins, evaluated = read_at_once(document), solver.evaluate(document)
        camera = Camera(yaw=radians(yaw), pitch=radians(6.0))
        camera = framing(document, evaluated, (width, height), camera, characters=skins)
        backdrop = Background(GROUND, grid=False)
        picture = figure_picture(document, evaluated, (width, height), camera, backdrop, characters=skins)
        painter.drawImage(place * (width + GAP), 0, picture)
    painter.end()
    if not row.save(str(PICTURES / "characters.webp"), quality=QUALITY):
        raise SystemExit(f"{PICTURES / 'characters.webp'} cannot be written")


def _with_one_sword(document: Document) -> Document:
    """The document without the weapons that one hand too few holds."""
    nodes = () if document.figure.source is None else document.figure.source.nodes
    hidden = tuple(place for place, node in enumerate(nodes) if node.name in SPARE)
    return document.with_figure(replace(document.figure, hidden_parts=hidden))


def _in_pose(document: Document, name: str) -> Document:
    """The document in a pose of the library."""
    pose = read_pose(FOLDER / "poses" / "humanoid" / f"{name}.pose.json")
    return mixed(document, fitted(document.figure, pose.pose), 1.0, part=True)


def _with_a_pole_in_line(document: Document) -> Document:
    """A pole that points to no side, to show how that is told."""
    bones = document.rig.by_name
    root, goal, pole = bones["upper_arm.L"].head, bones["front_paw_ik.L"].head, bones["elbow_pole.L"]
    by = [(a + b) / 2 - c for a, b, c in zip(root, goal, pole.head, strict=True)]
    head, tail = (tuple(c + step for c, step in zip(end, by, strict=True)) for end in (pole.head, pole.tail))
    moved = replace(pole, head=head, tail=tail)
    made = tuple(moved if bone is pole else bone for bone in document.rig.bones)
    return document.with_rig(replace(document.rig, bones=made))


TAKES: tuple[Callable[[Photographer], None], ...] = (start, pose, light, rig, solve, find, characters)


def main() -> None:
    """Take them all, or those that are named."""
    with tempfile.TemporaryDirectory(prefix="pantin-pictures-") as folder:
        os.environ["PANTIN_CONFIG_DIR"] = os.environ["PANTIN_CACHE_DIR"] = folder
        on_a_screen(*SIZE)
        prepare_surface()
        _app = QtWidgets.QApplication(sys.argv[:1])
        apply_theme(theme.DARK)
        window = Window()
        window.setGeometry(0, 0, *SIZE)
        window.show()
        window.activateWindow()
        QtGui.QCursor.setPos(*SIZE)
        by = Photographer(window, Path(folder))
        for take in TAKES:
            if take.__name__ in sys.argv[1:] or len(sys.argv) == 1:
                take(by)
        window.files.finish()
        window.evaluator.stop()


if __name__ == "__main__":
    main()
