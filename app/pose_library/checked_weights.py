"""The list of facts about the weights of a figure, and the points that fail, marked in the view."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6 import QtCore

from pantin.app.messages import _
from pantin.app.pose_library.bend_facts import WeightFacts
from pantin.app.pose_library.bends import Bends
from pantin.app.session.session import Session
from pantin.rigs.meshes.weighting.deforming import TORN
from pantin.viewport.figure.skin import skin_of, with_skin
from pantin.viewport.picking.skins import posed
from pantin.viewport.values.overlay import NOTHING, Dot, Overlay, point_of
from pantin.viewport.window.view import View
from pantin.widgets.character.checked_section import Check, Checked
from pantin.widgets.properties.properties import Properties

Rows = NDArray[np.int64]

SOURCE = "weights"

MOST_MARKED = 400
"""Points that are marked at once: more are a surface, which some of them show as well."""

ONE_SIDED = 0.05
"""Mean difference of both sides from which it is to be looked at: then a twentieth of all weight hangs elsewhere, which
is a side that was forgotten and no rounding."""


class CheckedWeights(QtCore.QObject):
    """Shows the facts beside the strip of bends, and the points that are asked for."""

    def __init__(self, session: Session, view: View, bends: Bends, properties: Properties) -> None:
        super().__init__(view)
        self._session, self._view, self._bends, self._properties = session, view, bends, properties
        self._marked: Check | None = None
        bends.found.connect(self._show)
        view.settings_changed.connect(self._show)
        properties.weight_points_asked.connect(self._mark)
        session.evaluated_changed.connect(self._draw)

    def _show(self, _changed: object = None) -> None:
        facts = self._bends.facts
        if facts is None:
            self._marked = None
        self._properties.show_checked(None if facts is None else self._in_words(facts), self._marked or "")
        self._draw()

    def _in_words(self, facts: WeightFacts) -> dict[Check, Checked]:
        most = self._view.settings.brush.most
        none, counted = _("none"), f"{len(facts.torn):,}"
        differ = _("not symmetric") if facts.differ is None else _("{percent:.1f} %").format(percent=100 * facts.differ)
        torn = _("Tears in {bend}").format(bend=facts.torn_in) if facts.torn_in else _("Tears in a bend")
        return {
            "loose": Checked(
                _("Points without a bone"),
                f"{len(facts.loose):,}" if len(facts.loose) else none,
                len(facts.loose),
                _("No bone moves most of them: they stay behind in every pose."),
            ),
            "crowded": Checked(
                _("Bones a point, at most"),
                str(facts.most),
                len(self._points("crowded")),
                _("More than {most} bones: what is painted keeps to that, and other programs may cut them.").format(
                    most=most
                ),
            ),
            "sides": Checked(
                _("Left and right differ"),
                differ,
                len(self._points("sides")),
                _("How much of the weight is otherwise on the other side, in the mean of all points that have one."),
            ),
            "torn": Checked(
                torn,
                counted if len(facts.torn) else none,
                len(facts.torn),
                _("Edges that become more than {times:g} times as long in a bend to test.").format(times=TORN),
            ),
        }

    def _points(self, check: Check) -> Rows:
        """Return the vertices that fail a check."""
        facts = self._bends.facts
        if facts is None:
            return np.empty(0, np.int64)
        if check == "crowded":
            return np.flatnonzero(facts.counts > self._view.settings.brush.most)
        if check == "sides":
            return facts.one_sided if (facts.differ or 0.0) > ONE_SIDED else np.empty(0, np.int64)
        return facts.loose if check == "loose" else facts.torn

    def _mark(self, check: Check | str) -> None:
        """Mark the points of a check, bent as they tear; none where it is empty."""
        marks: dict[str, Check] = {"loose": "loose", "crowded": "crowded", "sides": "sides", "torn": "torn"}
        self._marked = marks.get(check)
        if self._marked == "torn" and self._bends.facts is not None:
            self._bends.bend(self._bends.facts.torn_in)
        self._show()

    def _draw(self) -> None:
        session, rows = self._session, np.empty(0, np.int64)
        skin = skin_of(session.shown.figure, session.characters)
        if self._marked is not None and skin is not None and len(session.evaluated.matrices):
            rows = self._points(self._marked)
        if skin is None or not len(rows) or rows.max(initial=0) >= len(skin.mesh.full.positions):
            return self._view.show_extras(NOTHING, SOURCE)
        rows = rows[:: -(-len(rows) // MOST_MARKED)]
        palette = with_skin(skin, np.asarray(session.evaluated.matrices))[:, :3].astype(np.float32)
        weighted = skin.weighted
        points = posed(palette, skin.mesh.full.positions[rows], weighted.joints[rows], weighted.weights[rows])
        dots = tuple(Dot(point_of(point), role="limit") for point in np.unique(points.astype(np.float64), axis=0))
        self._view.show_extras(Overlay(dots=dots), SOURCE)
