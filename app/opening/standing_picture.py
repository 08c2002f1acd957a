"""The picture of a figure that is asked about, with its height, its front and its joints marked; it can be turned.

Pictures are painted on a thread of their own, in one context as long as more are wanted; of those of the figure the
newest alone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from math import radians
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6 import QtCore, QtGui

from pantin.app.files.characters import files_of
from pantin.app.files.subject import Subject
from pantin.app.messages import _
from pantin.app.system.background import BackgroundJobs
from pantin.rigs.document import Document
from pantin.rigs.editing.building.standing_choices import Choices
from pantin.rigs.fitting.found_body import finger_of_role
from pantin.rigs.fitting.mapping.body_map import BodyMap, body_map
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.measures import MOST
from pantin.rigs.meshes.posed_points import points
from pantin.rigs.vectors import FRONT, UP
from pantin.solver import Posed, rest_pose
from pantin.viewport.paint import offscreen
from pantin.viewport.paint.figure_picture import FILLED, figure_picture
from pantin.viewport.scene.scene import Background
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import THEMES
from pantin.viewport.values.loaded_character import Characters, LoadedCharacter
from pantin.viewport.values.place import place_of, placed, points_in_world
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.opening_shown import Marks, Spot

Floats = NDArray[np.float64]

YAW, PITCH = radians(14.0), radians(9.0)
"""The figure is seen from ahead of its left, and a little from above: its front is on the floor."""
WAIT = 0.6
"""Seconds for which the context is kept for another picture: making one takes a tenth of a second and more."""
TURN = radians(0.5)
"""Radians of a turn for a pixel of a drag."""
BESIDE, ARROW = 0.07, (0.06, 0.26)
"""Parts of the size of a figure between it and its rule, and between it and both ends of the arrow on the floor."""


class Wanted(NamedTuple):
    """A picture that is wanted: its name, of what, how large, and from where."""

    name: str
    subject: Subject
    choices: Choices
    size: tuple[int, int]
    yaw: float
    pitch: float
    height: str = ""
    """The height in words; empty where no marks are wanted."""


class StandingPictures(QtCore.QObject):
    """Paints what is wanted; of each name the newest."""

    painted = QtCore.Signal(object, object, object)
    """The picture that was asked for, and its marks."""
    decoded = QtCore.Signal()
    failed = QtCore.Signal(str)

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._jobs, self._decoder = BackgroundJobs(self), BackgroundJobs(self)
        self._surface: QtGui.QOffscreenSurface | None = None
        self._waiting: dict[str, Wanted] = {}
        self._changed = threading.Condition()
        self._ended = False

    @property
    def busy(self) -> bool:
        """Return whether a picture is wanted, or being painted."""
        return bool(self._jobs.doing)

    def want(self, wanted: Wanted) -> None:
        """Paint this as soon as what is being painted is done; not what was wanted under this name before."""
        with self._changed:
            self._waiting[wanted.name] = wanted
            self._changed.notify()
        if self._surface is None:
            self._surface = offscreen.surface_for_another_thread(self)
        if not self._jobs.doing:
            self._ended = False
            colours = appearance().theme.name
            self._jobs.start(_("the picture"), partial(self._paint_all, self._surface, colours))

    def decode(self, loaded: LoadedCharacter, bones: int) -> None:
        """Decode the pictures of a character that nobody else decodes; `decoded` says when they are there."""
        self._decoder.cancel()
        self._decoder.start(_("the pictures"), partial(self._decode, loaded, bones))

    def _decode(self, loaded: LoadedCharacter, bones: int) -> Callable[[], None]:
        from pantin.viewport.paint import decoding

        for place, _picture in enumerate(decoding.decoded(loaded.pictures, decoding.by_use([loaded.mesh(bones).full]))):
            self._decoder.progress(place / len(loaded.pictures.encoded))
        return self.decoded.emit

    def finish(self) -> None:
        """Paint nothing more, and leave what is being decoded to whoever shows the character next."""
        self._decoder.cancel()
        with self._changed:
            self._waiting.clear()
            self._ended = True
            self._changed.notify()

    def _paint_all(self, surface: QtGui.QOffscreenSurface | None, colours: str) -> Callable[[], None]:
        """Paint, on the thread of the painter, until nothing has been wanted for a while."""
        try:
            with offscreen.one_context(surface):
                stage, of = None, None
                while (wanted := self._next()) is not None:
                    if stage is None or of != (id(wanted.subject), wanted.choices):
                        stage, of = staged(wanted.subject, wanted.choices), (id(wanted.subject), wanted.choices)
                    self.painted.emit(wanted, *painting(wanted, stage, colours))
        except offscreen.NoOpenGL as error:
            told = str(error)
            return lambda: self.failed.emit(told)
        return self._go_on

    def _next(self) -> Wanted | None:
        with self._changed:
            if not self._waiting and not self._ended:
                self._changed.wait(WAIT)
            return None if self._ended or not self._waiting else self._waiting.pop(next(iter(self._waiting)))

    def _go_on(self) -> None:
        """Begin again where something was wanted while the last picture was put away."""
        with self._changed:
            waiting = next(iter(self._waiting.values()), None)
        if waiting is not None:
            self.want(waiting)


class Staged(NamedTuple):
    """A figure at rest as it is chosen, with its character, and points (n, 3) around it in the world."""

    document: Document
    pose: Posed
    characters: Characters
    around: Floats


def staged(subject: Subject, choices: Choices) -> Staged:
    """Return a figure as it is chosen. For any thread."""
    document, loaded = subject.standing(choices), subject.loaded
    pose = rest_pose(document.rig)
    if loaded is None or not loaded.character.parts:
        around = np.concatenate([pose.heads, pose.tails])
        return Staged(document, pose, {}, points_in_world(document.figure, around))
    bound = binding(document.rig, document.figure.source, loaded.character)
    posed = points(loaded.character, bound, palette(bound, np.asarray(pose.matrices)))
    around = points_in_world(document.figure, np.concatenate([each.positions for each in posed]))
    return Staged(document, pose, dict.fromkeys(files_of(document), loaded), around)


def painting(wanted: Wanted, stage: Staged, colours: str) -> tuple[QtGui.QImage, Marks]:
    """Return the picture of a figure, and the marks over it. For any thread."""
    document, pose, characters, around = stage
    framed = _with_room(around) if wanted.height else around
    camera = Camera(yaw=YAW, pitch=PITCH).frame(framed, *wanted.size, 1 / FILLED).facing(wanted.yaw, wanted.pitch)
    shown = Background(grid=bool(wanted.height))
    image = figure_picture(document, pose, wanted.size, camera, shown, colours=THEMES[colours], characters=characters)
    return image, _marks(document, pose, camera, around, wanted) if wanted.height else Marks()


def _with_room(around: Floats) -> Floats:
    """Return points around a figure and what is drawn beside it: the rule, and the arrow on the floor."""
    low, high = around.min(axis=0), around.max(axis=0)
    middle, size = (low + high) / 2, float((high - low).max())
    tip = middle * (1, 1, 0) + UP * low[2] + FRONT * (middle[1] - low[1] + ARROW[1] * size)
    aside = (low - middle) * (1, 0, 0) - (BESIDE * size, 0.0, 0.0)
    return np.concatenate([around, [tip, middle + aside, middle - aside]])


# Marks


def _marks(document: Document, pose: Posed, camera: Camera, around: Floats, wanted: Wanted) -> Marks:
    """Return the marks of a figure in its picture."""
    low, high = around.min(axis=0), around.max(axis=0)
    middle, size = (low + high) / 2, float((high - low).max())
    right = camera.axes[0]
    beside = float(((around - middle) @ right).min()) - BESIDE * size
    foot = middle + right * beside
    ends = np.array([foot * (1, 1, 0) + UP * low[2], foot * (1, 1, 0) + UP * high[2]])
    ahead = middle * (1, 1, 0) + UP * low[2] + FRONT * (middle[1] - low[1])
    arrow = np.array([ahead + FRONT * ARROW[0] * size, ahead + FRONT * ARROW[1] * size])

    def spots(places: Floats) -> list[Spot]:
        wide, high = wanted.size
        return [(float(x) / wide, float(y) / high) for x, y, _depth in camera.project(places, wide, high)]

    (below, above), (tail, tip) = spots(ends), spots(arrow)
    rig = document.rig
    body = body_map(rig) if 1 < len(rig.bones) <= MOST else None
    if body is None or body.empty:
        return Marks(below, above, wanted.height, (tail, tip))
    joints, bones, hands = _joints(document, pose, body)
    at = dict(zip(joints, spots(np.array(list(joints.values()))), strict=True))
    return Marks(
        below,
        above,
        wanted.height,
        (tail, tip),
        tuple((at[one], at[other]) for one, other in bones),
        tuple(
            (at[role], body.found[role].doubtful if role in body.found else False)
            for role in joints
            if role not in hands
        ),
        tuple((at[role], "L" if role.startswith("L") else "R") for role in hands),
    )


def _joints(
    document: Document, pose: Posed, body: BodyMap
) -> tuple[dict[str, Floats], list[tuple[str, str]], list[str]]:
    """Return the places of the joints of a body by role, pairs of them that a bone joins, and the ends of its hands."""
    rig, place = document.rig, place_of(document.figure)
    matrices = placed(place, np.asarray(pose.matrices))
    found = {role: name for role, name in body.figure.bones.items() if not finger_of_role(role) and _is_shown(role)}
    for number, name in enumerate((*body.figure.spine, *body.figure.neck)):
        found.setdefault(f"trunk_{number}", name)
    joints = {role: matrices[rig.rows[name], :3, 3] for role, name in found.items()}
    roles = {name: role for role, name in found.items()}
    bones = []
    for role, name in found.items():
        above = rig.by_name[name].parent
        while above is not None and above not in roles:
            above = rig.by_name[above].parent
        if above is not None:
            bones.append((roles[above], role))
    hands = [f"{side}end" for side in "LR" if f"hand.{side}" in found]
    for end in hands:
        row = rig.rows[found[f"hand.{end[0]}"]]
        joints[end] = points_in_world(document.figure, pose.tails[row : row + 1])[0]
    return joints, bones, hands


def _is_shown(role: str) -> bool:
    return role.partition(".")[0] not in ("eye", "jaw", "toe", "toes", "ball")
