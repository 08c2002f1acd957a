"""Pictures for the tests of painting: a rig at rest, painted by real OpenGL, and ways to look at the pixels."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import msgspec
import numpy as np
from OpenGL import GL
from PySide6 import QtCore, QtGui

from pantin.rigs.document import Document
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.templates import humanoid
from pantin.solver import GoalReport, rest_pose
from pantin.viewport.paint import offscreen
from pantin.viewport.paint.opengl import egl
from pantin.viewport.paint.opengl.painter import Painter
from pantin.viewport.scene import scene_builder
from pantin.viewport.scene.scene import DISPLAY, Display, Scene
from pantin.viewport.values.camera import Camera

WIDTH, HEIGHT = 640, 480
MOST_TEXTURES = 2000
"""Names of textures are looked up to this one; OpenGL gives small ones."""
RIG = humanoid.rig()
REST = rest_matrices(RIG.bones)
CAMERA = Camera()


def goal(
    position: tuple[float, float, float],
    effector: tuple[float, float, float],
    reached: bool = False,
    ahead: bool = False,
    pinned: bool = False,
) -> GoalReport:
    """The report of a goal of the left forearm that was reached or not."""
    residual = float(np.linalg.norm(np.subtract(position, effector)))
    return GoalReport("forearm.L", 0, residual, reached, 1, False, position, effector, ahead=ahead, pinned=pinned)


def scene(*given, display: Display = DISPLAY, **more) -> Scene:
    """The scene of `scene_builder.scene` with all controls and bones, whatever is selected and hovered."""
    return scene_builder.scene(*given, display=msgspec.structs.replace(display, controls="always"), **more)


def at_rest(rig: Rig, display: Display | None = None, **marks) -> Scene:
    """A rig at rest."""
    return scene(Document.of(rig, **marks), rest_pose(rig), display=display or Display())


def picture(image: QtGui.QImage) -> np.ndarray:
    """Pixels (height, width, 3) of an image."""
    image = image.convertToFormat(QtGui.QImage.Format.Format_RGB888)
    data = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    return data[:, : image.width() * 3].reshape(image.height(), image.width(), 3).astype(int)


def painted(seen: Scene, camera: Camera = CAMERA) -> np.ndarray:
    """The pixels of a scene, by OpenGL: by one painter for all tests, as a view has one for all that it shows."""
    with _in_studio() as painter:
        return picture(offscreen.picture_by(painter, seen, camera, WIDTH, HEIGHT))


def painted_without_screen(seen: Scene, camera: Camera = CAMERA) -> np.ndarray:
    """The pixels of a scene, by EGL, on a thread of their own: this one has a context of the screen."""
    found: list[np.ndarray] = []

    def paint() -> None:
        context = egl.context()
        assert context is not None and context.make_current()
        found.append(picture(offscreen.picture_by(Painter(), seen, camera, WIDTH, HEIGHT)))
        context.done()
        context.destroy()

    thread = threading.Thread(target=paint)
    thread.start()
    thread.join()
    return found[0]


def textures() -> int:
    """Return how many there are where `painted` paints."""
    with _in_studio():
        return sum(map(GL.glIsTexture, range(1, MOST_TEXTURES)))


@contextmanager
def _in_studio() -> Iterator[Painter]:
    context, surface, painter = _studio()
    before = QtGui.QOpenGLContext.currentContext()
    assert context.makeCurrent(surface)
    try:
        yield painter
    finally:
        context.doneCurrent()
        if before is not None:
            before.makeCurrent(before.surface())


@cache
def _studio() -> tuple[QtGui.QOpenGLContext, QtGui.QOffscreenSurface, Painter]:
    """To make a context, and the shaders in it, takes most of what a picture takes. They go with the application."""
    app = QtCore.QCoreApplication.instance()
    context, surface = QtGui.QOpenGLContext(app), QtGui.QOffscreenSurface(None, app)
    surface.create()
    assert context.create()
    return context, surface, Painter()


def at_ratio(seen: Scene, ratio: float, camera: Camera = CAMERA) -> np.ndarray:
    """The device pixels of a scene in a view of WIDTH × HEIGHT logical ones, as they are put on such a screen."""
    wide, high = round(WIDTH * ratio), round(HEIGHT * ratio)
    context, surface = QtGui.QOpenGLContext(), QtGui.QOffscreenSurface()
    surface.create()
    assert context.create() and context.makeCurrent(surface)
    texture, frame = GL.glGenTextures(1), GL.glGenFramebuffers(1)
    GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
    GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_RGBA8, wide, high, 0, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, None)
    GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, frame)
    GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, texture, 0)
    Painter().paint(seen, camera, WIDTH, HEIGHT, ratio, target=int(frame))
    pixels = np.frombuffer(GL.glReadPixels(0, 0, wide, high, GL.GL_RGB, GL.GL_UNSIGNED_BYTE), np.uint8)
    assert GL.glGetError() == GL.GL_NO_ERROR
    context.doneCurrent()
    return pixels.reshape(high, wide, 3)[::-1].astype(int)


def pixel_of(place: tuple[float, float, float] | np.ndarray, camera: Camera = CAMERA) -> tuple[int, int]:
    """Row and column of a place of the armature."""
    x, y, _ = camera.project([place], WIDTH, HEIGHT)[0]
    return round(y), round(x)


def around(pixels: np.ndarray, place: tuple[float, float, float] | np.ndarray, camera: Camera = CAMERA) -> np.ndarray:
    """The few pixels around a place of the armature."""
    row, column = pixel_of(place, camera)
    return pixels[row - 2 : row + 3, column - 2 : column + 3]


def at(pixels: np.ndarray, place: tuple[float, float, float] | np.ndarray, camera: Camera = CAMERA) -> np.ndarray:
    """The mean colour of them."""
    return around(pixels, place, camera).mean(axis=(0, 1))


def figure_of(pixels: np.ndarray) -> np.ndarray:
    """Return where wood is: warmer than any grey."""
    return pixels[:, :, 0] - pixels[:, :, 2] > 25


def with_hidden(rig: Rig, *names: str) -> Rig:
    """The rig with these bones hidden."""
    bones = tuple(Bone(**{**_fields(bone), "hidden": bone.name in names}) for bone in rig.bones)
    return Rig(bones=bones, constraints=rig.constraints)


def _fields(bone: Bone) -> dict[str, object]:
    return {name: getattr(bone, name) for name in Bone.__struct_fields__}
