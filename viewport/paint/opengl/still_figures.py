"""The figures of which nothing changes while another is dragged: drawn once, and copied from then on.

A figure is still when the scene has the very same object for it as at the frame before, seen by the same camera in the
same light. The first such frame draws them beside the picture; one in which the camera turns draws them as all others.
"""

from __future__ import annotations

from collections.abc import Callable

from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.layers import Attachments
from pantin.viewport.scene.scene import Scene

View = tuple[object, ...]
"""All that figures look like by, but for themselves: compared by what is equal."""


class StillFigures:
    """Those of one picture after the other."""

    def __init__(self, made: GlResources) -> None:
        self._made = made
        self._before: tuple[View, tuple[object, ...]] = ((), ())
        self._held: tuple[View, tuple[object, ...]] = ((), ())
        self._picture: Attachments | None = None

    def places(self, scene: Scene, view: View) -> tuple[int, ...]:
        """Return the places in the scene of the figures that are as they were when this was asked last.

        The one that is edited is never among them.
        """
        known, figures = self._before, scene.figures
        self._before = (view, figures)
        if len(figures) < 2 and self._picture is not None:
            self._picture.free(self._made)
            self._picture, self._held = None, ((), ())
        if known[0] != view:
            return ()
        same = (place for place, (now, then) in enumerate(zip(figures, known[1], strict=False)) if now is then)
        return tuple(place for place in same if place > 0)

    def picture(
        self, scene: Scene, places: tuple[int, ...], view: View, size: tuple[int, int], draw: Callable[[], None]
    ) -> Attachments:
        """Return the picture of the figures in these places; `draw` draws them into the bound frame buffer, where they
        are others than at the last call. Leaves another frame buffer bound."""
        if self._picture is None:
            self._picture = Attachments(self._made)
        wanted = (view, tuple(scene.figures[place] for place in places))
        held = self._held[0] == view and len(self._held[1]) == len(wanted[1])
        if not (held and all(one is other for one, other in zip(self._held[1], wanted[1], strict=True))):
            self._picture.begin(*size)
            self._picture.clear()
            draw()
            self._held = wanted
        return self._picture
