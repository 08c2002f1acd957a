"""How fast a picture is painted: the sample figure during a drag, and what two thousand bones cost before painting.

`python -m tests.bench.painting` paints into a frame of 1280×800 pixels without a window and waits for the last pixel of
every frame. The hand is dragged: the pose changes each frame, the arm is lit, the pose before the drag is its ghost. On
software renderers the figure has a little less detail; on a graphics card it is painted once more with a hundred
thousand vertices. Then a tree of 2,000 bones is made into a scene, in each way that bones can be shown. Needs a screen;
without one it brings an Xvfb.

| what | must | p50 | p99 |
|---|---|---|---|
| figure while dragged, llvmpipe | 45 ms | 35.6 ms | 54.2 ms |
| figure of 100,000 vertices, graphics card | 16.7 ms | not measured: there was none | |
| scene of 2,000 bones | 1.5 ms | 0.5 ms | 1.2 ms |

Debian 12, Python 3.11.7, 2 shared cores, no graphics card (Mesa llvmpipe 15.0.6); PySide6 6.11.3, numpy 2.4.6,
numba 0.68.1. Read as ±30 %: other work ran on the same cores.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from math import cos, sin

import numpy as np
from OpenGL import GL
from PySide6 import QtGui, QtWidgets

from pantin import rigs, solver
from pantin.app.system.surface import prepare_surface
from pantin.resources import FOLDER
from pantin.rigs.document import Document
from pantin.rigs.rig import Bone, Rig
from pantin.viewport.figure.mannequin import mannequin
from pantin.viewport.paint.opengl.painter import SOFTWARE, Painter
from pantin.viewport.scene.scene import Display, Scene
from pantin.viewport.scene.scene_builder import scene
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.overlay import Overlay
from tests.bench.machine import described, on_a_screen, percentiles

WIDTH, HEIGHT = 1280, 800
FRAMES, SCENES = 120, 300
MANY = 2000
VERTICES = 100_000
MUST_PAINT, MUST_FLY, MUST_SHOW = 45.0, 1000 / 60, 1.5
SAMPLE = FOLDER / "rigs" / "humanoid.rig.json"
ARM = ("upper_arm.L", "forearm.L", "hand.L")
SHOWN = (Display(), Display("sticks"), Display("wire"), Display(figure="off"))


def main() -> int:
    """Print the figures; 1 where one is above what it must be."""
    on_a_screen()
    prepare_surface()
    app = QtWidgets.QApplication.instance() or QtWidgets.QApplication(sys.argv[:1])
    context, surface = QtGui.QOpenGLContext(), QtGui.QOffscreenSurface()
    surface.create()
    if not (context.create() and context.makeCurrent(surface)):
        sys.exit("There is no OpenGL here.")
    renderer = GL.glGetString(GL.GL_RENDERER).decode()
    frame = _frame()
    document = rigs.read(SAMPLE)
    painted = painting(Painter(), frame, document)
    too_slow = [_median(painted) > MUST_PAINT]
    print(f"figure while dragged, {WIDTH}×{HEIGHT}: {percentiles(painted)} (must: p50 {MUST_PAINT:.0f} ms)")
    if not any(name in renderer.lower() for name in SOFTWARE):
        detail = (VERTICES / len(mannequin(document.rig).vertices)) ** 0.5
        painted = painting(Painter(detail), frame, document)
        too_slow.append(_median(painted) > MUST_FLY)
        print(f"figure of {VERTICES} vertices: {percentiles(painted)} (must: p50 {MUST_FLY:.1f} ms)")
    for display in SHOWN:
        shown = showing(display)
        too_slow.append(_median(shown) > MUST_SHOW)
        print(f"scene of {MANY} bones, {display.bones}, figure {display.figure}: {percentiles(shown)}")
    print(f"{renderer}; {described()}")
    context.doneCurrent()
    app.processEvents()
    return int(any(too_slow))


def painting(painter: Painter, frame: int, document: Document) -> list[float]:
    """Milliseconds from a scene to its last pixel, for every frame of a drag."""
    took = []
    for seen in dragged(document):
        began = time.perf_counter()
        painter.paint(seen, Camera(), WIDTH, HEIGHT, target=frame)
        GL.glFinish()
        took.append((time.perf_counter() - began) * 1000)
    return took[5:]


def dragged(document: Document) -> Iterator[Scene]:
    """The arm swung to and fro, with all that a drag shows."""
    evaluated = solver.evaluate(document)
    rows = [row for row, name in enumerate(evaluated.names) if _hangs_on(document.rig, name)]
    shoulder = evaluated.heads[evaluated.index[ARM[0]]]
    for index in range(FRAMES + 5):
        angle = 0.6 + 0.6 * sin(index / 20)
        turn = np.array([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])
        matrices = evaluated.matrices.copy()
        matrices[rows, :3, :3] = turn @ matrices[rows, :3, :3]
        matrices[rows, :3, 3] = (matrices[rows, :3, 3] - shoulder) @ turn.T + shoulder
        yield scene(document, Standing(matrices), Overlay(lit=ARM, ghost=evaluated.matrices))


def showing(display: Display) -> list[float]:
    """Milliseconds to make a scene of many bones."""
    document = tree(MANY)
    evaluated = solver.evaluate(document)
    took = []
    for _ in range(SCENES):
        began = time.perf_counter()
        scene(document, evaluated, display=display, hovered="b7")
        took.append((time.perf_counter() - began) * 1000)
    return took[5:]


def tree(count: int) -> Document:
    """A tree of so many bones, always the same one; a few of them are selected."""
    chance = random.Random(1)
    bones = [Bone(name="b0", head=(0.0, 0.0, 0.0), tail=(0.0, 0.0, 0.1))]
    while len(bones) < count:
        parent = bones[chance.randrange(max(0, len(bones) - 40), len(bones))]
        x, y, z = parent.tail
        tail = (x + chance.uniform(-0.1, 0.1), y + chance.uniform(-0.1, 0.1), z + chance.uniform(-0.03, 0.1))
        bones.append(Bone(name=f"b{len(bones)}", parent=parent.name, head=parent.tail, tail=tail, connected=True))
    return Document(Rig(bones=tuple(bones)), selected=("b5", "b6", "b7"), active="b7")


class Standing:
    """A pose whose goals are all reached."""

    def __init__(self, matrices: np.ndarray) -> None:
        self.matrices = matrices
        self.goals = ()
        self.limits_hit = ()


def _hangs_on(rig: Rig, name: str | None) -> bool:
    while name is not None and name != ARM[0]:
        name = rig.by_name[name].parent
    return name is not None


def _frame() -> int:
    texture, frame = int(GL.glGenTextures(1)), int(GL.glGenFramebuffers(1))
    GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
    GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_RGBA8, WIDTH, HEIGHT, 0, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, None)
    GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, frame)
    GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, texture, 0)
    return frame


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


if __name__ == "__main__":
    raise SystemExit(main())
