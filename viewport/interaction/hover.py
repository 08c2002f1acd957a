"""The pointer over the picture: what lies under it, and which of several things behind each other is meant.

A second click at the same place takes the bone behind the one that the first took. From then on that bone is what lies
there, for dragging too, until the pointer goes away.
"""

from __future__ import annotations

from dataclasses import replace
from math import hypot

from pantin.solver import Evaluated
from pantin.viewport.interaction.hover_target import Under, gizmo_of, under
from pantin.viewport.picking.gizmo import Part
from pantin.viewport.picking.picking import Hit, pick_all
from pantin.viewport.picking.targets import targets
from pantin.viewport.scene.limits import Shown, Stand, stands
from pantin.viewport.tools import Tool
from pantin.viewport.tools.dragging.events import CLICK, Settings
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.stage import Look


class Hover:
    """One pointer over one view."""

    def __init__(self) -> None:
        self._chosen: tuple[float, float, str] | None = None
        self._of: Evaluated | None = None
        self._stands: tuple[tuple[object, ...], tuple[object, ...], tuple[Stand, ...]] = ((None,) * 3, (), ())
        self._gizmo: tuple[tuple[object, ...], tuple[Part, ...]] = ((), ())

    def gizmo(self, look: Look, tool: Tool, settings: Settings, lens: Lens) -> tuple[Part, ...]:
        """The gizmo where it stands now; made anew only when something of it is another."""
        document = look.document
        standing = (document.selected, document.active, tool.name, settings, lens)
        if self._of is not look.evaluated or self._gizmo[0] != standing:
            self._of, self._gizmo = look.evaluated, (standing, gizmo_of(look, tool, settings, lens))
        return self._gizmo[1]

    def stands(self, look: Look, lens: Lens, wanted: Shown) -> tuple[Stand, ...]:
        """The joints whose limits are seen; found anew only when something of it is another."""
        document = look.document
        about = (document.rig.bones, document.rig.collections, look.evaluated)
        marked = (document.selected, document.active, lens, wanted)
        if any(a is not b for a, b in zip(about, self._stands[0], strict=True)) or marked != self._stands[1]:
            self._stands = (about, marked, stands(look, lens, wanted))
        return self._stands[2]

    def at(self, look: Look, tool: Tool, settings: Settings, lens: Lens, x: float, y: float) -> Under:
        """What lies under a pixel."""
        found = under(look, self.gizmo(look, tool, settings, lens), lens, x, y)
        chosen = self._near(x, y)
        if chosen is None or found.hit is None or found.ends or found.bone == chosen:
            return found
        hit = next((hit for hit in pick_all(targets(look), lens, x, y) if hit.bone == chosen), None)
        return replace(found, hit=hit or found.hit)

    def clicked(self, look: Look, lens: Lens, hit: Hit, x: float, y: float) -> Hit:
        """The bone that a plain click on `hit` takes: it, or where the last click took it already, the one behind."""
        if hit.ends:
            return hit
        if self._near(x, y) == hit.bone and look.document.selected == (hit.bone,):
            every = pick_all(targets(look), lens, x, y)
            bones = [one.bone for one in every]
            if hit.bone in bones:
                hit = every[(bones.index(hit.bone) + 1) % len(every)]
        self._chosen = (x, y, hit.bone)
        return hit

    def forget(self) -> None:
        """The next click takes what lies in front again."""
        self._chosen = None

    def _near(self, x: float, y: float) -> str | None:
        """The bone that the last click took, if that was here."""
        if self._chosen is not None and hypot(x - self._chosen[0], y - self._chosen[1]) > CLICK:
            self._chosen = None
        return self._chosen[2] if self._chosen is not None else None
