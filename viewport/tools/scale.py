"""Scale: drag a box of the gizmo, or scale with the keyboard. X, Y and Z keep to an axis, digits give the factor.

How much farther from the pivot the pointer is than at the press is the factor. Numbers typed for one axis after
another, with Tab between them, scale each by its own; one alone scales all that is left.
"""

from __future__ import annotations

from collections.abc import Generator
from math import exp, hypot

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.tree.traversal import topmost
from pantin.solver.edits.posing.posing import Scaling
from pantin.viewport.messages import _
from pantin.viewport.tools.dragging import drag_axes, drag_overlay, drag_target, rest_transforms
from pantin.viewport.tools.dragging.drag_hints import transform_hints
from pantin.viewport.tools.dragging.drag_input import DragInput, drag_input
from pantin.viewport.tools.dragging.drag_loop import drag_selected
from pantin.viewport.tools.dragging.events import Event, Press
from pantin.viewport.tools.tool import TRANSFORM_WORDS, MenuEntry, Operation, Tool
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

Array = NDArray[np.float64]

SNAP = 0.1
"""Ctrl scales in steps of this much."""

CLOSEST = 12.0
"""A pointer pressed closer to the pivot than this is taken for being so far from it, pixels."""

GROWTH = 120.0
"""The box in the middle: so many pixels to the right or up multiply by e."""


def scale(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Scale what was pressed, or what is selected."""
    return drag_selected(look, press, _begin)


class _ScaleDrag(msgspec.Struct, frozen=True, eq=False):
    """Everything that decides what scaling shows."""

    look: Look
    press: Press
    names: tuple[str, ...]
    scaling: Scaling | None
    """None while the rest pose is edited."""
    input: DragInput

    @property
    def label(self) -> str:
        """Return the label of the step of undo."""
        return _("Scale {bones}").format(bones=drag_target.title(self.look.document))

    def after(self, event: Event) -> _ScaleDrag:
        """The drag after one more event."""
        return replace(self, input=self.input.after(event))

    def preview(self) -> Preview:
        """Return the preview."""
        factors = self._factors()
        document = self._scaled(factors)
        words = self._words(factors)
        extras = drag_overlay.scale_line(self._centre(), self.input.aim, words)
        overlay = replace(extras, ghost=self.look.evaluated.matrices, guides=self.input.guides)
        readout = _("Scale {factors}  {axes}").format(factors=words, axes=self.input.axes.name).rstrip()
        return Preview(document, extras=Drawn(overlay, readout))

    def _scaled(self, factors: Array) -> Document:
        left = self.input.axes
        if self.scaling is None:
            return rest_transforms.scaled(self.look.document, factors, left.rows, self.press.settings.pivot)
        orientation = "local" if left.free else left.orientation
        axes = drag_target.orientation_axes_of(self.look, self.names, orientation, self.press.lens)
        return self.scaling.by(factors, axes)

    def _factors(self) -> Array:
        typed = self.input.typed.numbers(otherwise=1.0)
        if typed is None:
            factor = self._factor()
            typed = (round(factor / SNAP) * SNAP,) if self.input.held.ctrl else (factor,)
        given = typed * 3 if len(typed) == 1 else typed + (1.0,) * 3
        found = np.ones(3)
        for axis, factor in zip(self.input.axes.kept, given, strict=False):
            found[axis] = factor
        return found

    def _factor(self) -> float:
        """Return the factor that the pointer asks for."""
        x, y = self._centre()
        start, now = (self.press.x - x, self.press.y - y), (self.input.aim[0] - x, self.input.aim[1] - y)
        if self.press.part == "centre":
            return exp((now[0] - start[0] + start[1] - now[1]) / GROWTH)
        far = hypot(*start)
        along = (
            hypot(*now) if self.input.axes.free or self.press.keyboard else float(np.dot(now, start)) / max(far, 1e-9)
        )
        return 1.0 + (along - far) / max(far, CLOSEST)

    def _centre(self) -> tuple[float, float]:
        x, y = self.press.lens.project(self.input.point)[0, :2].tolist()
        return (x, y)

    def _words(self, factors: Array) -> str:
        if self.input.typed:
            return f"× {self.input.typed}"
        kept = [f"{factors[axis]:.3f}" for axis in self.input.axes.kept]
        return f"× {kept[0] if len(set(kept)) == 1 else '  '.join(kept)}".replace("-", "\N{MINUS SIGN}")


def _begin(look: Look, press: Press, name: str) -> _ScaleDrag:
    pivot = drag_target.pivot_point(look, name, press.settings.pivot)
    names = topmost(look.document.rig, look.document.selected)
    about = None if press.settings.pivot == "individual" else pivot
    scaling = None if look.in_rest_pose else Scaling(look.document, look.evaluated, names, about)
    return _ScaleDrag(look, press, names, scaling, drag_input(press, pivot, drag_axes.begin(look, name, press)))


SCALE = Operation(
    "scale",
    scale,
    transform_hints(snap=_("Snap 0.1"), number=_("Factor")),
    MenuEntry(
        _("Scale"),
        _("The selected bones grow with the pointer until you click."),
        "scale",
        ("S",),
        industry=(),
        search_words=TRANSFORM_WORDS,
    ),
    interchangeable=True,
)

TOOL = Tool(
    "scale",
    SCALE,
    MenuEntry(_("Scale tool"), _("Boxes scale the selected bones."), "scale", ("Shift+S",), ("R",), within=_("Scale")),
    gizmo="scale",
    over_bone=_("scale the bone"),
    gizmo_snap=_("Snap 0.1"),
)
