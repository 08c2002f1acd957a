"""The pictures of characters on the graphics card, uploaded as they come: a few a frame, so that no frame waits long.

Every level of a picture was made by the thread that decoded it, so that uploading is all that the card is asked for.
"""

from __future__ import annotations

from collections.abc import Collection

from pantin.rigs.meshes.materials import Wrap
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.values.pictures import Pictures

LONGEST_COARSE = 1_024
"""Texels of the longer side of a picture where a processor draws: uploading one takes it a quarter of the time."""

_WRAPS = {"repeat": "GL_REPEAT", "mirror": "GL_MIRRORED_REPEAT", "clamp": "GL_CLAMP_TO_EDGE"}

Key = tuple[Pictures, int, bool]


class Textures:
    """The textures of one painter, of at most `longest` texels a side where that is said. `at_once` are uploaded in one
    frame, all of them where it is None."""

    def __init__(self, made: GlResources, longest: int | None = None, at_once: int | None = None) -> None:
        self._made, self._longest, self._at_once = made, longest, at_once
        self._known: dict[Key, int] = {}
        self._samplers: dict[tuple[tuple[Wrap, Wrap], bool], int] = {}
        self._uploaded = 0
        self.version = 0
        """It grows with every texture that is uploaded, or deleted."""
        self.waits = False
        """Whether one was asked for in this frame that is decoded and not uploaded yet."""

    def begin(self) -> None:
        """Begin a frame."""
        self._uploaded, self.waits = 0, False

    def texture(self, pictures: Pictures, place: int, is_colour: bool) -> int | None:
        """Return the texture of a picture, encoded as sRGB where it is colour; None as long as it is not there."""
        if self._longest is not None and self._at_once is not None:
            pictures.keep_at_most(self._longest)
        key = pictures, place, is_colour
        known = self._known.get(key)
        if known is None and pictures.at(place) is not None:
            if self._at_once is not None and self._uploaded >= self._at_once:
                self.waits = True
                return None
            known = self._known[key] = self._upload(*key)
            self._uploaded += 1
            self.version += 1
        return known

    def sampler(self, wrap: tuple[Wrap, Wrap], smooth: bool) -> int:
        """Return what reads textures so beyond their edges, and so between their texels.

        Where a processor paints a window, the nearest mip map is read and not a mean of two: that is a fifth of the
        time of a frame of four characters.
        """
        known = self._samplers.get((wrap, smooth))
        if known is None:
            known = self._samplers[wrap, smooth] = self._made.sampler()
            near = "GL_LINEAR" if smooth else "GL_NEAREST"
            maps = "LINEAR" if self._longest is None or self._at_once is None else "NEAREST"
            for name, value in (
                (GL.GL_TEXTURE_WRAP_S, _WRAPS[wrap[0]]),
                (GL.GL_TEXTURE_WRAP_T, _WRAPS[wrap[1]]),
                (GL.GL_TEXTURE_MAG_FILTER, near),
                (GL.GL_TEXTURE_MIN_FILTER, f"{near}_MIPMAP_{maps}"),
            ):
                GL.glSamplerParameteri(known, name, getattr(GL, value))
        return known

    def keep(self, pictures: Collection[Pictures]) -> None:
        """Delete the textures of all other pictures."""
        for key in [key for key in self._known if key[0] not in pictures]:
            self._made.delete("texture", self._known.pop(key))
            self.version += 1

    def _upload(self, pictures: Pictures, place: int, is_colour: bool) -> int:
        is_whole = self._longest is None and self._at_once is None
        levels = pictures.whole(place) if is_whole else pictures.levels(place, self._longest)
        texture = self._made.texture()
        GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
        inside = GL.GL_SRGB8_ALPHA8 if is_colour else GL.GL_RGBA8
        for level, texels in enumerate(levels):
            high, wide = texels.shape[:2]
            GL.glTexImage2D(GL.GL_TEXTURE_2D, level, inside, wide, high, 0, GL.GL_BGRA, GL.GL_UNSIGNED_BYTE, texels)
        GL.glTexParameteri(GL.GL_TEXTURE_2D, GL.GL_TEXTURE_MAX_LEVEL, len(levels) - 1)
        return texture
