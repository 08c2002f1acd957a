"""A switch between IK and FK beside the elbow or knee of every limb, while a part of one limb is selected.

They lie over the view as its panels do, clear of the limbs and of the head, and step aside while something is dragged
or painted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6 import QtCore

from pantin.app.actions.pose import limb_posing
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.constraints import Ik
from pantin.rigs.editing.limb_ties import influence_of, ties_of
from pantin.rigs.editing.limbs import limbs_of
from pantin.rigs.limb import Limb, LimbKind
from pantin.rigs.rig import Rig
from pantin.rigs.tree.chains import chain_bones
from pantin.viewport.interaction.pin_badges import badge_places
from pantin.viewport.scene.pins import ARC
from pantin.viewport.tools import tool_named
from pantin.viewport.values.stage import Look
from pantin.viewport.window.view import View
from pantin.widgets.controls.kept_rows import SPARE, let_go
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.numbers.ik_fk_switch import HIGH, WIDTH, IkFkSwitch

CLEAR = 30
"""Distance from the joint to the nearest edge of a switch, pixels."""

THICK = 16.0
"""A switch that is nearer to the middle of a limb than this lies over it, pixels."""

SAMPLES = 17
"""Points along each bone of a limb that are looked at."""

GAP = 4
"""Between two switches, pixels."""

PIN = ARC + 1.0
"""Half as wide as a push-pin is with its arc, pixels."""

ALWAYS: frozenset[LimbKind] = frozenset(("limb", "reverse_foot"))
"""Kinds of limbs that a figure has few of. Ten fingers would hide the hands behind their switches."""

RADIUS = HIGH / 2
HEAD = 0.42
"""Half as wide as a head is, in lengths of its bone."""

Pixels = NDArray[np.float64]
Place = tuple[float, float]
Box = tuple[float, float, float, float]
"""Something to keep clear of: its middle, and half its width and height, pixels."""
Edges = tuple[float, float, float, float]
"""Left, top, right and bottom, pixels."""


class LimbPills(QtCore.QObject):
    """The switches over one view."""

    placed = QtCore.Signal()
    """Switches have come, gone or moved."""

    def __init__(self, view: View, session: Session) -> None:
        super().__init__(view)
        self._panels: tuple[Box, ...] = ()
        self._view, self._session = view, session
        self._limbs: tuple[Limb, ...] = ()
        self.pills: list[IkFkSwitch] = []
        session.evaluated_changed.connect(self.show_now)
        session.document_changed.connect(self.show_now)
        view.camera_moved.connect(self._place)
        view.dragging_changed.connect(lambda _dragging: self.show_now())
        view.tool_changed.connect(lambda _tool: self.show_now())

    def show_now(self) -> None:
        """Show a switch for each limb, or none."""
        session, rig = self._session, self._session.shown.rig
        before = self._limbs
        paints = tool_named(self._view.tool).skin is not None  # nobody poses then, and they would lie over the skin
        is_away = self._view.dragging or paints or session.editing or not session.posed
        self._limbs = () if is_away else _asked(session)
        let_go(self.pills, len(rig.limbs) + SPARE)
        if not before and not self._limbs:
            return
        while len(self.pills) < len(self._limbs):
            self._add(len(self.pills))
        for pill, limb in zip(self.pills, self._limbs, strict=False):
            part = influence_of(rig, ties_of(rig, limb))
            pill.show_value("ik" if part >= 1.0 else "fk" if part <= 0.0 else "both")
            hint = _("{limb}: moved by its handle, or by the rotations of its bones").format(limb=limb.name)
            pill.setToolTip(plain(hint))
        self._place()

    def keep_clear_of(self, panels: Sequence[Edges]) -> None:
        """Keep the switches clear of panels over the view, each left, top, right and bottom, pixels."""
        boxes = tuple(((a + c) / 2, (b + d) / 2, (c - a) / 2, (d - b) / 2) for a, b, c, d in panels)
        if boxes != self._panels:
            self._panels = boxes
            self._place()

    def _add(self, number: int) -> None:
        pill = IkFkSwitch(RADIUS, self._view)
        pill.setFixedSize(WIDTH, HIGH)
        pill.setCursor(QtCore.Qt.CursorShape.ArrowCursor)
        pill.setFocusPolicy(QtCore.Qt.FocusPolicy.NoFocus)
        pill.lower()  # what is laid out lies over what follows the figure
        pill.committed.connect(lambda to: self._switch(number, to == "ik"))
        self.pills.append(pill)

    def _switch(self, number: int, to_ik: bool) -> None:
        limb = self._limbs[number]
        now = next((each for each in self._session.document.rig.limbs if each.name == limb.name), None)
        if now is not None:
            limb_posing.switch(self._session, (now,), to_ik)

    def _place(self) -> None:
        """Each beside its joint, on the side that faces away from the other limbs."""
        seen = {n: joints for n, limb in enumerate(self._limbs) if (joints := self._seen(limb)) is not None}
        middles = [joints[len(joints) // 2] for joints in seen.values()]
        asked = [beside(joints, np.mean(middles, axis=0)) for joints in seen.values()]
        look = Look(self._session.shown, self._session.evaluated)
        asked = [(float(np.clip(x, WIDTH / 2, self._view.width() - WIDTH / 2)), y) for x, y in asked]
        places = apart(asked, badge_places(look, self._view.lens).values(), self._head(), self._panels) if seen else []
        shown = {n: place for n, place in zip(seen, places, strict=True) if self._is_inside(place)}
        for number, pill in enumerate(self.pills):
            if number in shown:
                x, y = shown[number]
                pill.move(round(x - WIDTH / 2), round(y - HIGH / 2))
            pill.setVisible(number in shown)
        self.placed.emit()

    def _is_inside(self, place: Place) -> bool:
        """Return True if a switch is seen whole. One without room in a small view is left to the panel and to keys."""
        (x, y), view = place, self._view
        return WIDTH / 2 <= x <= view.width() - WIDTH / 2 and HIGH / 2 <= y <= view.height() - HIGH / 2

    def _head(self) -> Box | None:
        """Return the box in which the head of the figure is seen; None where it has none."""
        evaluated, parts = self._session.evaluated, parts_of(self._session.shown.rig)
        row = next((evaluated.index[name] for name in evaluated.names if parts.get(name) == "head"), None)
        if row is None:
            return None
        ends = np.array((evaluated.heads[row], evaluated.tails[row]))
        half = HEAD * float(np.linalg.norm(ends[1] - ends[0]) * self._view.lens.pixels(ends).max())
        (x1, y1, _d1), (x2, y2, _d2) = self._view.lens.project(ends).tolist()
        box = (x1 + x2) / 2, (y1 + y2) / 2, abs(x2 - x1) / 2 + half, abs(y2 - y1) / 2 + half
        return box if np.isfinite(box).all() else None

    def _seen(self, limb: Limb) -> Pixels | None:
        """The pixels (m, 2) of the joints of a limb; None without a chain, and where its middle is out of view."""
        evaluated, chain = self._session.evaluated, _chain(self._session.shown.rig, limb)
        if not chain or not set(chain) <= evaluated.index.keys():
            return None
        rows = [evaluated.index[name] for name in chain]
        seen = self._view.lens.project(np.array([*evaluated.heads[rows], evaluated.tails[rows[-1]]]))[:, :2]
        x, y = seen[len(seen) // 2]
        inside = np.isfinite(seen).all() and 0.0 <= x < self._view.width() and 0.0 <= y < self._view.height()
        return seen if inside else None


def beside(joints: Pixels, away_from: Pixels) -> Place:
    """Return the place of a switch's middle for a limb whose joints (m, 2) are at these pixels.

    It stands off the middle joint, square to the line from root to end, on the side away from the point `away_from`
    (2,), or where that is on the line, on the side to which the limb is seen bent. Where it would lie over the limb, as
    over an arm that is folded, it stands off the outside of the bend, or else on the other side.
    """
    middle, line = joints[len(joints) // 2], joints[-1] - joints[0]
    size = float(np.hypot(*line))
    across = np.array((-line[1], line[0])) / size if size > 1.0 else np.array((1.0, 0.0))
    aside = float((middle - away_from) @ across)
    if (aside if abs(aside) > 1.0 else float((middle - joints[0]) @ across)) < 0.0:
        across = -across
    out = middle - (joints[0] + joints[-1]) / 2.0
    ways = (across, out / max(float(np.hypot(*out)), 1e-9), -across)
    places = [middle + way * (CLEAR + abs(way[0]) * WIDTH / 2 + abs(way[1]) * HIGH / 2) for way in ways]
    gaps = [_gap(place, joints) for place in places]
    x, y = places[next((n for n, gap in enumerate(gaps) if gap >= THICK), int(np.argmax(gaps)))].tolist()
    return x, y


def _gap(place: Pixels, joints: Pixels) -> float:
    """Return the distance of the nearest edge of a switch with its middle at a place (2,) from a limb, pixels."""
    parts = np.linspace(0.0, 1.0, SAMPLES)[:, None]
    along = np.concatenate([a + parts * (b - a) for a, b in pairwise(joints)])
    aside = np.maximum(np.abs(along - place) - (WIDTH / 2, HIGH / 2), 0.0)
    return float(np.hypot(*aside.T).min())


def apart(
    places: Sequence[Place], pins: Iterable[Place] = (), head: Box | None = None, panels: Sequence[Box] = ()
) -> list[Place]:
    """Middles of switches of which none lies over another, over a push-pin, a panel or the head of the figure.

    Those that do go on up or down, and from the head to that side of it which is nearer. In profile one limb is behind
    the other, and so would be its switch.
    """
    found: list[Place] = []
    fixed: list[Box] = [*((x, y, PIN, PIN) for x, y in pins), *panels]
    for x, y in places:
        way, start = 0.0, _beside_head((x, y), head)
        x, y = start
        taken = [*fixed, *((*other, WIDTH / 2 + GAP, HIGH / 2) for other in found)]
        boxes = [(bx, by, wide + WIDTH / 2, high + HIGH / 2) for bx, by, wide, high in taken]
        while under := [(by, high) for bx, by, wide, high in boxes if abs(bx - x) < wide and abs(by - y) < high]:
            way = way or (1.0 if y >= under[0][0] else -1.0)
            y = max(way * by + high for by, high in under) * way + way * GAP
            x, y = _beside_head((start[0], y), head)
        found.append((x, y))
    return found


def _beside_head(place: Place, head: Box | None) -> Place:
    """A switch moved to the nearer side of the head, where it would lie over it."""
    if head is None:
        return place
    (x, y), (at, height, half, high) = place, head
    wide = half + WIDTH / 2
    if abs(x - at) >= wide or abs(y - height) >= high + HIGH / 2:
        return place
    return (at + wide if x >= at else at - wide), y


def _asked(session: Session) -> tuple[Limb, ...]:
    """All arms and legs with an IK and an FK pose, where a part of a limb is selected; others that are selected."""
    rig = session.shown.rig
    selected = limbs_of(rig, session.shown.selected)
    if not selected:
        return ()
    return tuple(limb for limb in rig.limbs if (limb.kind in ALWAYS or limb in selected) and _chain(rig, limb))


def _chain(rig: Rig, limb: Limb) -> tuple[str, ...]:
    """The bones that IK turns in a limb, from the root down; none where it has no IK of several bones."""
    for place in ties_of(rig, limb):
        tie = rig.constraints[place]
        if isinstance(tie, Ik) and len(chain := chain_bones(rig, tie)) > 1:
            return chain[::-1]
    return ()
