"""The figures of which nothing changes while another is dragged: drawn once, and copied from then on.

Skins with parts that let others show through are drawn in every frame: they are blended in the order of all figures.

A figure is still when the scene has the very same object for it as at the frame before, seen by the same camera in the
same light. The first such frame draws them beside the picture; one in which the camera turns draws them as all others.
What is kept is their colours, mask and depth, which others are drawn into, and the picture of them over the background
with their shadows: of that only the part that other figures touch has to be composed again.
"""

from __future__ import annotations

from collections.abc import Callable

from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.layers import Attachments, colour_target
from pantin.viewport.paint.opengl.tiles import Cover
from pantin.viewport.scene.scene import Scene

View = tuple[object, ...]
"""All that figures look like by, but for themselves: compared by what is equal."""


class StillFigures:
    """Those of one picture after the other."""

    def __init__(self, made: GlResources) -> None:
        self._made = made
        self._before: tuple[View, tuple[object, ...]] = ((), ())
        self._held: tuple[View, tuple[object, ...]] = ((), ())
        self._picture: StillPicture | None = None

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
        return tuple(place for place in same if place > 0 and not figures[place].is_blended)

    def picture(
        self,
        scene: Scene,
        places: tuple[int, ...],
        view: View,
        size: tuple[int, int],
        draw: Callable[[StillPicture], Cover],
    ) -> StillPicture:
        """Return the picture of the figures in these places; `draw` draws them where they are others than at the last
        call, and returns the tiles that they cover. Leaves another frame buffer bound."""
        if self._picture is None:
            self._picture = StillPicture(self._made)
        wanted = (view, tuple(scene.figures[place] for place in places))
        held = self._held[0] == view and len(self._held[1]) == len(wanted[1])
        if not (held and all(one is other for one, other in zip(self._held[1], wanted[1], strict=True))):
            self._picture.begin(places, size)
            self._picture.cover = draw(self._picture)
            self._held = wanted
        return self._picture


class StillPicture:
    """The picture of still figures, and the frame buffer `finished`, which has them over the background."""

    places: tuple[int, ...]
    """Those of the figures in the scene."""
    cover: Cover

    def __init__(self, made: GlResources) -> None:
        self.drawn = Attachments(made)
        self._texture, self.finished = colour_target(made)
        self._size = (0, 0)

    def begin(self, places: tuple[int, ...], size: tuple[int, int]) -> None:
        """Make room for a picture of this size of the figures in these places. Binds the frame buffer of `drawn`."""
        if size != self._size:
            GL.glBindTexture(GL.GL_TEXTURE_2D, self._texture)
            GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_RGBA8, *size, 0, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, None)
            self._size = size
        self.places = places
        self.drawn.begin(*size)

    def copy_to(self, target: int) -> None:
        """Copy the finished picture into a frame buffer, which is bound then."""
        ends = (0, 0, *self._size)
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, self.finished)
        GL.glBindFramebuffer(GL.GL_DRAW_FRAMEBUFFER, target)
        GL.glBlitFramebuffer(*ends, *ends, GL.GL_COLOR_BUFFER_BIT, GL.GL_NEAREST)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, target)

    def free(self, made: GlResources) -> None:
        """Delete it."""
        self.drawn.free(made)
        made.delete("frame", self.finished)
        made.delete("texture", self._texture)
