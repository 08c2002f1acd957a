"""The frame buffer that the figure is rendered into before it is blended over the floor: colours and a coverage mask.

From the mask come smooth edges without multisampling, and outlines of the highlighted chain, the hovered part and the
ghost.
"""

from __future__ import annotations

import numpy as np

from pantin.viewport.paint.opengl.bands import Part, bands
from pantin.viewport.paint.opengl.frame import Frame
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.shader_program import Program, attribute, sampling
from pantin.viewport.paint.opengl.tiles import GHOST, OUTLINES, Boxes, Cover
from pantin.viewport.values.colours import Colour

OUTLINE, GHOST_OUTLINE = 1.6, 1.1
"""Widths of outlines, logical pixels."""

DRAWN = (GL.GL_COLOR_ATTACHMENT0, GL.GL_COLOR_ATTACHMENT1)
"""The targets of colours and mask."""

FADED = 0.5
"""Opacity of a figure that steps back behind two solvers' chains."""


class Attachments:
    """A frame buffer with colour, mask and depth attachments, which are textures of the size of the picture."""

    def __init__(self, made: GlResources) -> None:
        self.frame = made.frame()
        self.colour, self.mask, self.depth = (made.texture() for _ in range(3))
        self.size = (0, 0)

    def begin(self, width: int, height: int) -> None:
        """Bind the frame buffer, of this size."""
        if (width, height) != self.size:
            self._resize(width, height)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.frame)
        GL.glViewport(0, 0, width, height)
        GL.glDisable(GL.GL_BLEND)
        GL.glClearColor(0, 0, 0, 0)

    def clear(self) -> None:
        """Clear what is not scissored off."""
        GL.glClear(GL.GL_COLOR_BUFFER_BIT | GL.GL_DEPTH_BUFFER_BIT)

    def copy(self, other: Attachments, part: Part) -> None:
        """Copy a part of other attachments of the same size into the bound frame buffer, which has to be this one."""
        left, bottom, width, height = part
        ends = (left, bottom, left + width, bottom + height)
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, other.frame)
        for place, more in ((GL.GL_COLOR_ATTACHMENT0, GL.GL_DEPTH_BUFFER_BIT), (GL.GL_COLOR_ATTACHMENT1, 0)):
            drawn = [place if each == place else GL.GL_NONE for each in DRAWN]
            GL.glReadBuffer(place)
            GL.glDrawBuffers(2, np.array(drawn, dtype=np.uint32))
            GL.glBlitFramebuffer(*ends, *ends, GL.GL_COLOR_BUFFER_BIT | more, GL.GL_NEAREST)
        GL.glDrawBuffers(2, np.array(DRAWN, dtype=np.uint32))
        GL.glReadBuffer(GL.GL_COLOR_ATTACHMENT0)
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, self.frame)

    def free(self, made: GlResources) -> None:
        """Delete it."""
        made.delete("frame", self.frame)
        for texture in (self.colour, self.mask, self.depth):
            made.delete("texture", texture)

    def _resize(self, width: int, height: int) -> None:
        self.size = (width, height)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.frame)
        colours = (GL.GL_RGBA8, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, GL.GL_LINEAR)
        depths = (GL.GL_DEPTH_COMPONENT24, GL.GL_DEPTH_COMPONENT, GL.GL_UNSIGNED_INT, GL.GL_NEAREST)
        kinds = (
            (self.colour, GL.GL_COLOR_ATTACHMENT0, *colours),
            (self.mask, GL.GL_COLOR_ATTACHMENT1, *colours),
            (self.depth, GL.GL_DEPTH_ATTACHMENT, *depths),
        )
        for texture, place, inside, form, kind, filtering in kinds:
            GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
            GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, inside, width, height, 0, form, kind, None)
            sampling(filtering)
            GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, place, GL.GL_TEXTURE_2D, texture, 0)
        GL.glDrawBuffers(2, np.array(DRAWN, dtype=np.uint32))
        if GL.glCheckFramebufferStatus(GL.GL_FRAMEBUFFER) != GL.GL_FRAMEBUFFER_COMPLETE:
            raise RuntimeError(f"No frame of {width} × {height} pixels to paint the figure into")


class Layers:
    """The attachments that a frame is drawn into, and what puts them over the floor."""

    def __init__(self, made: GlResources, in_bands: bool) -> None:
        self._in_bands = in_bands
        words = {OUTLINES: "OUTLINES", GHOST: "GHOST"}
        self._programs = {
            kind: Program(made, "tile.vert", "compose.frag", ("box",), defines=[words[k] for k in words if k & kind])
            for kind in range(4)
        }
        self._boxes = GL.made("glGenVertexArrays")
        self._box_data = made.buffer()
        GL.glBindVertexArray(self._boxes)
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self._box_data)
        attribute(0, 4, 16, 0, divisor=1)
        GL.glBindVertexArray(0)
        self.drawn = Attachments(made)

    def only_ghost(self, ghost: bool) -> None:
        """Restrict writing to the ghost's channel of the mask, or to all others."""
        GL.glColorMaski(0, *[not ghost] * 4)
        GL.glColorMaski(1, not ghost, not ghost, ghost, not ghost)
        GL.glDepthMask(not ghost)

    def end(self) -> None:
        """Enable writing to all channels again."""
        GL.glColorMask(True, True, True, True)
        GL.glDepthMask(True)

    def compose(self, drawn: Attachments, cover: Cover, frame: Frame, part: Part) -> None:
        """Blend what was drawn over a part of the bound frame buffer, only in the tiles of `cover`.

        How faded it is, and what its ghosts look like, is asked of the figure that is edited.
        """
        for unit, texture in enumerate((drawn.colour, drawn.mask)):
            GL.glActiveTexture(GL.GL_TEXTURE0 + unit)
            GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)
        GL.glBindVertexArray(self._boxes)
        for kind, boxes in cover.boxes(*frame.size, part).items():
            if len(boxes):
                self._use(kind, frame)
                self._fill(boxes, part)
        GL.glBindVertexArray(0)

    def _use(self, kind: int, frame: Frame) -> None:
        """Draw with the program for a kind of tile."""
        figure, colours, ratio = frame.scene.figure, frame.scene.colours, frame.ratio
        self._programs[kind].use(
            figure=0,
            masks=1,
            pixel=1.0 / np.array(frame.size, dtype=np.float32),
            faded=FADED if figure.faded else 1.0,
            chain_colour=_premultiplied(colours.accent_text if colours.dark else colours.accent),
            hover_colour=_premultiplied(colours.white if colours.dark else colours.text),
            outline=OUTLINE * ratio,
        )
        if figure.ghosts and kind & GHOST:
            ghost = figure.ghosts[0]
            opacity = colours.ghost_opacity if ghost.clear else 1.0
            self._programs[kind].use(
                ghost_colour=_premultiplied(colours.role(ghost.role), opacity),
                ghost=GHOST_OUTLINE * ratio,
                clear=1.0 if ghost.clear else 0.0,
            )

    def _fill(self, boxes: Boxes, part: Part) -> None:
        data = boxes.astype(np.float32)
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self._box_data)
        GL.glBufferData(GL.GL_ARRAY_BUFFER, data.nbytes, data, GL.GL_STREAM_DRAW)
        for _ in bands(part, self._in_bands):
            GL.glDrawArraysInstanced(GL.GL_TRIANGLE_STRIP, 0, 4, len(boxes))


def colour_target(made: GlResources) -> tuple[int, int]:
    """Return a texture without a size, and the frame buffer that renders into it."""
    texture, frame = made.texture(), made.frame()
    GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
    sampling(GL.GL_LINEAR)
    GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, frame)
    GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, texture, 0)
    return texture, frame


def _premultiplied(colour: Colour, opacity: float = 1.0) -> np.ndarray:
    red, green, blue, alpha = (value / 255 for value in colour)
    return np.array((red * alpha, green * alpha, blue * alpha, alpha), dtype=np.float32) * np.float32(opacity)
