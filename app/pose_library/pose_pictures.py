"""Pictures of the document's own figure in each pose: made one at a time while nothing else is done, and kept.

They are named by what they show, skeleton, pose and theme, in memory and in a cache on disk that may be thrown away.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from math import cos, radians, sin
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from PySide6 import QtCore, QtGui, QtWidgets

from pantin import solver
from pantin.app.files.thumbnails import cache_folder, keep_picture
from pantin.app.session.session import Session
from pantin.app.system.background import BackgroundJobs
from pantin.rigs import Bone, Document, Rig
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.hand_joints import hand_joints
from pantin.rigs.pose import KeptPose
from pantin.rigs.rest import rest_matrices
from pantin.rigs.vectors import UP
from pantin.solver import Posed
from pantin.solver.edits.poses import poses
from pantin.viewport.figure.mannequin import outline
from pantin.viewport.figure.skin import skin_of
from pantin.viewport.paint.figure_picture import FILLED, figure_picture
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import THEMES
from pantin.viewport.values.loaded_character import Characters
from pantin.widgets.theme.appearance import appearance

SIZE = (176, 160)
"""Pixels of a picture: twice those of its card."""

BREAK = 40
"""Milliseconds between two pictures: what the person does, and a frame, come between them."""

REST = 250
"""Milliseconds without another request before one is painted: a figure that is being changed would want all anew."""

MOST = 400
"""Pictures kept on disk: ten libraries like the shipped one."""

MOST_IN_MEMORY = 40
"""Those of one such library, 4.5 MB, of one document; what is on disk is read in two milliseconds."""

BODY, PART = Camera(yaw=radians(25.0), pitch=radians(8.0)), Camera(yaw=radians(-5.0), pitch=radians(8.0))
"""A body is seen from ahead of its left, parts of one from the front."""
PALM = radians(20.0)
"""Angle from the palm of a hand towards its thumb, which then does not hide behind the fingers."""


Floats = NDArray[np.float64]


class PosePictures(QtCore.QObject):
    """Makes what is wanted, in that order, and forgets what was wanted before."""

    made = QtCore.Signal(str, QtGui.QPixmap)
    """The picture for a key."""

    def __init__(self, session: Session, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._poser = BackgroundJobs(self)
        self._poser.changed.connect(self._go_on_soon)
        self._waiting: list[tuple[str, KeptPose]] = []
        self._posed: tuple[str, str, _Posed] | None = None
        self._kept: OrderedDict[str, QtGui.QPixmap] = OrderedDict()
        session.opened.connect(self._kept.clear)
        self.painted = 0
        """The number of pictures that were painted, rather than found."""
        self._timer = QtCore.QTimer(self, singleShot=True, interval=BREAK)
        self._timer.timeout.connect(self.go_on)
        self.rest = QtCore.QTimer(self, singleShot=True, interval=REST)
        """Runs while pictures may be wanted anew at any moment: those that were made before are shown, none is made."""

    @property
    def waiting(self) -> int:
        """Return the number of pictures that are wanted, but for the one that is being made."""
        return len(self._waiting)

    @property
    def making(self) -> bool:
        """Return True while a picture is being made: the figure is posed for it, or was and is to be painted."""
        return bool(self._poser.doing) or self._posed is not None

    def want(self, wanted: Iterable[tuple[str, KeptPose]]) -> None:
        """Make these pictures of the session's figure next, each by a key and a pose."""
        self._waiting = list(wanted)
        self.rest.start()
        self._go_on_soon()

    def _go_on_soon(self) -> None:
        if not self._timer.isActive() and (self._waiting or self._posed) and not self._poser.doing:
            self._timer.start()

    def go_on(self) -> None:
        """Paint what was posed, or pose the next; while something is dragged, neither."""
        if self.is_idle:
            if self._posed is not None:
                self._paint(*self._posed)
            elif self._waiting:
                self._begin(*self._waiting.pop(0))
        self._go_on_soon()

    @property
    def is_idle(self) -> bool:
        """Return whether nothing is dragged, by a button or by a key, nor played, nor read of the character, and what
        is kept is on screen.
        """
        session, held = self._session, QtWidgets.QApplication.mouseButtons()
        newest = session.shown_pose.newest
        is_kept = newest.document is session.document and not (newest.pull or newest.grabs or session.playing)
        at_rest = held == QtCore.Qt.MouseButton.NoButton and not session.characters_coming
        return at_rest and session.posed and session.settled and is_kept

    def _begin(self, key: str, pose: KeptPose) -> None:
        """Find the picture, or have the figure posed by a worker: interpreted, that takes longer than a frame."""
        figure, characters = self._session.document.figure, self._session.characters
        name = _content(figure, pose, appearance().theme.name, characters)
        if name in self._kept or self._found(name):
            self._kept.move_to_end(name)
            self.made.emit(key, self._kept[name])
            return
        if self.rest.isActive():
            self._waiting.insert(0, (key, pose))
            return

        def work() -> Callable[[], None]:
            posed = _posed(figure, pose, characters)
            return lambda: self._take(key, name, posed)

        self._poser.start(key, work)

    def _take(self, key: str, name: str, posed: _Posed | None) -> None:
        self._posed = None if posed is None else (key, name, posed)
        self._go_on_soon()

    def _paint(self, key: str, name: str, posed: _Posed) -> None:
        self._posed = None
        colours = THEMES[appearance().theme.name]
        shown = posed.document, posed.evaluated, SIZE, posed.camera
        image = figure_picture(*shown, colours=colours, characters=posed.characters)
        self.painted += 1
        QtCore.QThreadPool.globalInstance().start(lambda: keep_picture(_place(name), image, MOST))
        self._remember(name, image)
        self.made.emit(key, self._kept[name])

    def _found(self, name: str) -> bool:
        """Return whether the cache on disk has a picture, which is then kept in memory."""
        image = QtGui.QImage(str(_place(name)))
        if image.isNull():
            return False
        self._remember(name, image)
        return True

    def _remember(self, name: str, image: QtGui.QImage) -> None:
        self._kept[name] = QtGui.QPixmap.fromImage(image)
        if len(self._kept) > MOST_IN_MEMORY:
            self._kept.popitem(last=False)


class _Posed(NamedTuple):
    """The figure in a pose, and the camera that looks at it."""

    document: Document
    evaluated: Posed
    camera: Camera
    characters: Characters


def _posed(figure: Figure, pose: KeptPose, characters: Characters) -> _Posed | None:
    """The figure in this pose, and what it is about in view; None where it has no bone of the rig."""
    rig = figure.rig
    try:
        bare = Figure(rig=rig, source=figure.source, hidden_parts=figure.hidden_parts)
        document = poses.mixed(Document.of(bare), pose.pose, 1.0, expressions=pose.expressions)
    except ValueError:
        return None
    evaluated = solver.evaluate(document)
    bones = {bone.name for bone in rig.bones if bone.kind == "bone"}
    named = bones & pose.pose.keys() or bones
    whole = 2 * len(named) >= len(bones)
    shown = evaluated if whole else _raised_hand(rig, evaluated, named)
    around = _points(document.figure, shown, bones if whole else named, characters)
    camera = (BODY if whole else PART).frame(around, *SIZE, 1 / FILLED)
    return _Posed(document, shown, camera, characters)


def _raised_hand(rig: Rig, posed: Posed, named: AbstractSet[str]) -> Posed:
    """Return the figure turned as a whole, so that the hand whose bones are named points up and shows its palm; as it
    is where these are no bones of one hand.
    """
    for joints in hand_joints(rig):
        fingers = {phalanx.bone for chain in joints.fingers.values() for phalanx in chain}
        if named <= fingers | {joints.hand.bone}:
            row, palm = posed.index[joints.hand.bone], joints.palm
            carried = posed.matrices[row, :3, :3] @ rest_matrices(rig.bones)[row, :3, :3].T
            axes = carried @ np.stack([palm.thumb, palm.along, palm.out], axis=1)
            side = 1.0 if np.linalg.det(axes) > 0.0 else -1.0
            to_thumb, out = np.array((side * cos(PALM), sin(PALM), 0.0)), np.array((side * sin(PALM), -cos(PALM), 0.0))
            turn = np.eye(4)
            turn[:3, :3] = np.stack([to_thumb, UP, out], axis=1) @ np.linalg.inv(axes)
            return posed.with_matrices(turn @ posed.matrices)
    return posed


def _points(figure: Figure, shown: Posed, bones: Iterable[str], characters: Characters) -> Floats:
    """Points around the bodies of these bones (n, 3), or their ends where they have none."""
    rig = figure.rig
    rows = [rig.rows[name] for name in bones]
    skin = skin_of(figure, characters)
    if skin is not None and len(around := skin.around(shown.matrices, rows)):
        return around
    around = outline(rig, shown.matrices, rows)
    return around if len(around) else np.concatenate([shown.heads[rows], shown.tails[rows]])


def _content(figure: Figure, pose: KeptPose, theme: str, characters: Characters) -> str:
    """A name for what the picture shows."""
    rig, skin = figure.rig, skin_of(figure, characters)
    digest = "" if skin is None else skin.character.digest
    posed = dict(pose.pose), *((pose.expressions,) if skin is not None and pose.expressions else ())
    shown = (rig.bones, rig.constraints, rig.limbs, *posed, theme, SIZE, digest, figure.hidden_parts)
    return hashlib.sha256(msgspec.json.encode(shown)).hexdigest()[:32]


def _place(name: str) -> Path:
    return cache_folder() / "poses" / f"{name}.png"


def without_pose(figure: Figure) -> tuple[tuple[Bone, ...], *tuple[object, ...]]:
    """Return what the pictures show besides the pose."""
    rig = figure.rig
    return rig.bones, rig.constraints, rig.limbs, figure.hidden_parts
