"""Measures how fast a picture is painted: the sample figure during a drag, and what two thousand bones cost before
painting.

Paints into a frame of 1280×800 pixels without a window and waits for the last pixel of every frame. The hand is
dragged: the pose changes each frame, the arm is highlighted, its ghost is the pose before the drag. On software
renderers the figure has a little less detail; on a graphics card it is painted once more with a hundred thousand
vertices. Ten such figures stand in two rows, of which one is dragged. A skin of 50,000 vertices is bent by 60 joints:
in processor time of all threads, which is what a software renderer takes whatever else runs, and as time where a
graphics card paints. A face is moved by ten of its fifty morph targets.
Then a tree of 2,000 bones is made into a scene, in each way that bones can be shown. Needs a
screen; without one it brings an Xvfb.

| what | must | measured |
|---|---|---|
| figure while dragged, 1280×800, p50 | ≤ 45 ms | 33.89 ms (p99 45.40, worst 46.86 of 120) |
| figure of 100,000 vertices, 1280×800, p50 | ≤ 16.67 ms | not measured: there is no graphics card |
| 10 figures, one dragged, 1280×800, p50 | ≤ 50 ms | 34.93 ms (p99 51.74, worst 54.18 of 120) |
| 10 figures, one dragged, 1280×800, processor time, p50 |  | 37.93 ms (1.18 × that of the dragged one alone) |
| skin of 60 joints and 50,000 vertices bent, 1280×800, processor time, p50 | ≤ 50 ms | 73.53 ms (p99 86.27 of 120) |
| 4 such skins bent, 1280×800, processor time, p50 | ≤ 125 ms | 251.1 ms (p99 277.48, worst 278.51 of 120) |
| 10 of 50 morph targets of 15 % of 20,000 vertices, processor time, p50 | ≤ 0.5 ms | 0.2622 ms (p99 0.83) |
| 10 of 50 morph targets of 100 % of 20,000 vertices, processor time, p50 | ≤ 0.5 ms | 0.2356 ms (p99 0.63) |
| scene of 2,000 bones, octahedra, figure wood, p50 | ≤ 1.5 ms | 0.1683 ms (p99 0.21, worst 0.24 of 300) |
| scene of 2,000 bones, sticks, figure wood, p50 | ≤ 1.5 ms | 0.1672 ms (p99 0.21, worst 0.21 of 300) |
| scene of 2,000 bones, wire, figure wood, p50 | ≤ 1.5 ms | 0.1668 ms (p99 0.21, worst 0.22 of 300) |
| scene of 2,000 bones, octahedra, figure off, p50 | ≤ 1.5 ms | 0.1611 ms (p99 0.19, worst 0.21 of 300) |

The table is what `python -m tests.bench painting` prints. Debian 12, Python 3.11.7, 2 shared cores, no graphics card
(Mesa llvmpipe 15.0.6); PySide6 6.11.3, numpy 2.4.6, numba 0.68.1. AMD EPYC; nothing else ran.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import cos, sin

import numpy as np
from msgspec.structs import replace
from OpenGL import GL
from PySide6 import QtGui

from pantin import rigs, solver
from pantin.resources import FOLDER
from pantin.rigs.document import Document
from pantin.rigs.meshes.character import Character, Part, Targets
from pantin.rigs.place import Place
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.scene import Scene as Figures
from pantin.solver import Posed
from pantin.viewport.figure.mannequin import mannequin
from pantin.viewport.figure.morphing import added_up
from pantin.viewport.paint.figure_picture import framing
from pantin.viewport.paint.opengl.painter import SOFTWARE, Painter
from pantin.viewport.scene.scene import Display, Scene
from pantin.viewport.scene.scene_builder import scene
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.overlay import Overlay
from pantin.viewport.values.place import NO_OTHERS
from tests.bench.measuring.driving import application
from tests.bench.measuring.rows import Row, milliseconds, percentile
from tests.viewport.skins import alone, chain, skinned, smooth_tube, textured

WIDTH, HEIGHT = 1280, 800
MANY, VERTICES = 2000, 100_000
MUST_PAINT, MUST_FLY, MUST_SHOW, MUST_MORPH = 45.0, 1000 / 60, 1.5, 0.5
TEN, MUST_PAINT_TEN = 10, 1000 / 20
JOINTS, SKINNED = 60, 50_000
MUST_BEND, MUST_BEND_FOUR, MUST_BEND_ON_CARD = 1000 / 20, 1000 / 8, 1000 / 120
APART = (1.1, 1.5)
"""Metres between figures side by side, and between their rows."""
SAMPLE = FOLDER / "rigs" / "humanoid.rig.json"
ARM = ("upper_arm.L", "forearm.L", "hand.L")
EVERY = Display(controls="always")
SHOWN = (EVERY, replace(EVERY, bones="sticks"), replace(EVERY, bones="wire"), replace(EVERY, figure="off"))


@dataclass(frozen=True)
class Counts:
    frames: int = 120
    scenes: int = 300
    before: int = 5
    """Not counted, of each."""


FULL, TINY = Counts(), Counts(frames=2, scenes=2, before=1)


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """The figure with the painter at hand, and scenes of many bones."""
    with context():
        yield from figures(counts)
        yield from ten(counts)
        yield from skins(counts)
    yield from expressions(counts)
    for display in SHOWN:
        what = f"scene of {MANY:,} bones, {display.bones}, figure {display.figure}"
        yield milliseconds(what, showing(display, counts), MUST_SHOW, 0.5)


def expressions(counts: Counts) -> Iterator[Row]:
    """Sliders of a face: ten of fifty morph targets at other values at each step, on 20,000 vertices."""
    made = np.random.default_rng(2)
    for part in (0.15, 1.0):
        targets = []
        for _target in range(50):
            rows = np.sort(made.choice(20_000, round(part * 20_000), replace=False))
            targets.append((rows.astype(np.int32), made.normal(0.0, 0.01, (2, len(rows), 3)).astype(np.float32)))
        face, values = character_of(targets), []
        for step in range(counts.frames + 1):
            began = time.thread_time()
            moved = added_up(face, face.parts[0].positions, face.parts[0].normals, {0: weights_at(step)})
            values.append(1000.0 * (time.thread_time() - began))
            assert moved is not None
        what = f"10 of 50 morph targets of {100 * part:.0f} % of 20,000 vertices, processor time"
        yield milliseconds(what, values[1:], MUST_MORPH, 0.5)


def weights_at(step: int) -> list[float]:
    """Weights of fifty targets, of which the same ten are there at each step, otherwise."""
    return [0.1 + 0.8 * abs(sin(0.1 * step + target)) if target % 5 == 0 else 0.0 for target in range(50)]


def character_of(targets: Sequence[tuple[np.ndarray, np.ndarray]]) -> Character:
    """A character of one part with these targets: which vertices each moves, and by how much (2, m, 3)."""
    points = np.random.default_rng(1).normal(size=(2, 20_000, 3)).astype(np.float32)
    firsts = np.cumsum([0, *(len(rows) for rows, _moves in targets)])
    rows = np.concatenate([rows for rows, _moves in targets])
    moves = np.concatenate([each for _rows, each in targets], axis=1)
    part = Part(
        node=0,
        mesh=0,
        name="face",
        skin=None,
        positions=points[0],
        normals=points[1],
        uvs=(),
        colours=None,
        joints=None,
        weights=None,
        triangles=np.zeros((0, 3), np.uint32),
        material=None,
        targets=Targets(firsts, rows, moves[0], moves[1]),
    )
    return Character("", (part,), (), np.eye(4)[None], np.eye(4))


@contextmanager
def context() -> Iterator[None]:
    """OpenGL without a window. Raises RuntimeError where there is none."""
    application()
    made, surface = QtGui.QOpenGLContext(), QtGui.QOffscreenSurface()
    surface.create()
    if not (made.create() and made.makeCurrent(surface)):
        raise RuntimeError("There is no OpenGL here.")
    try:
        yield
    finally:
        made.doneCurrent()


def figures(counts: Counts) -> Iterator[Row]:
    """The sample as it is painted here, and with many vertices where a graphics card paints."""
    renderer = GL.glGetString(GL.GL_RENDERER).decode()
    document, frame = rigs.read(SAMPLE), _frame()
    size = f"{WIDTH}×{HEIGHT}"
    painted = milliseconds(
        f"figure while dragged, {size}", painting(Painter(), frame, document, counts), MUST_PAINT, 0.5
    )
    yield replace(painted, note=f"{painted.note}; {renderer}")
    many = f"figure of {VERTICES:,} vertices, {size}"
    if any(name in renderer.lower() for name in SOFTWARE):
        yield Row(f"{many}, p50", unit="ms", must=MUST_FLY, why_not="there is no graphics card")
    else:
        detail = (VERTICES / len(mannequin(document.rig).positions)) ** 0.5
        yield milliseconds(many, painting(Painter(detail), frame, document, counts), MUST_FLY, 0.5)


def painting(painter: Painter, frame: int, document: Document, counts: Counts) -> list[float]:
    """Milliseconds from a scene to its last pixel, for every frame of a drag."""
    took = []
    for seen in dragged(document, counts.frames + counts.before):
        began = time.perf_counter()
        painter.paint(seen, Camera(), WIDTH, HEIGHT, target=frame)
        GL.glFinish()
        took.append((time.perf_counter() - began) * 1000)
    return took[counts.before :]


def ten(counts: Counts) -> Iterator[Row]:
    """Ten figures while the first is dragged; against that figure alone, seen by the same camera, frame by frame."""
    one = rigs.read(SAMPLE).figure
    places = [(APART[0] * (n % 5 - 2), APART[1] * (n // 5), 0.0) for n in range(TEN)]
    all_of_them = [replace(one, name=f"Figure {n}", place=Place(place)) for n, place in enumerate(places)]
    document, alone = (Document(Figures(tuple(them)), "Figure 0") for them in (all_of_them, all_of_them[:1]))
    others = solver.evaluate_figures(document)
    camera = framing(document, others["Figure 0"], (WIDTH, HEIGHT), others=others)
    frame, took, worked = _frame(), list[float](), (list[float](), list[float]())
    drags = [dragged(each, counts.frames + counts.before, others) for each in (document, alone)]
    painters = [(Painter(), drag, work) for drag, work in zip(drags, worked, strict=True)]
    for _ in range(counts.frames + counts.before):
        for painter, drag, work in painters:
            seen = next(drag)
            began, began_work = time.perf_counter(), time.process_time()
            painter.paint(seen, camera, WIDTH, HEIGHT, target=frame)
            GL.glFinish()
            work.append((time.process_time() - began_work) * 1000)
            if painter is painters[0][0]:
                took.append((time.perf_counter() - began) * 1000)
    what = f"{TEN} figures, one dragged, {WIDTH}×{HEIGHT}"
    yield milliseconds(what, took[counts.before :], MUST_PAINT_TEN, 0.5)
    many, single = (percentile(work[counts.before :], 0.5) for work in worked)
    yield Row(f"{what}, processor time, p50", many, "ms", note=f"{many / single:.2f} × that of the dragged one alone")


def skins(counts: Counts) -> Iterator[Row]:
    """Skins that all their joints bend a little more in every frame."""
    what = f"skin of {JOINTS} joints and {SKINNED:,} vertices bent, {WIDTH}×{HEIGHT}"
    card = not any(name in GL.glGetString(GL.GL_RENDERER).decode().lower() for name in SOFTWARE)
    if card:
        for vertices in (SKINNED, 10 * SKINNED):
            told = what.replace(f"{SKINNED:,}", f"{vertices:,}")
            yield milliseconds(told, bending(1, vertices, counts, time.perf_counter), MUST_BEND_ON_CARD, 0.5)
        return
    for count, must, told in ((1, MUST_BEND, what), (4, MUST_BEND_FOUR, f"4 such skins bent, {WIDTH}×{HEIGHT}")):
        yield milliseconds(f"{told}, processor time", bending(count, SKINNED, counts, time.process_time), must, 0.5)


def bending(count: int, vertices: int, counts: Counts, clock: Callable[[], float]) -> list[float]:
    """Milliseconds from a scene of so many skins side by side to its last pixel, for every frame in which they bend."""
    mesh = textured(smooth_tube(JOINTS, vertices), 1024)
    camera = Camera(target=(0.4 * (count - 1) / 2, 0.0, 0.5), distance=2.4)
    painter, frame, took = Painter(), _frame(), []
    for index in range(counts.frames + counts.before):
        began = clock()
        bent, apart = chain(JOINTS, 0.02 * sin(index / 20)), np.zeros((count, 4, 4))
        apart[:, 0, 3] = 0.4 * np.arange(count)
        seen = alone(*(skinned(mesh, palette=bent + aside) for aside in apart))
        painter.paint(seen, camera, WIDTH, HEIGHT, target=frame)
        GL.glFinish()
        took.append((clock() - began) * 1000)
    return took[counts.before :]


def dragged(document: Document, frames: int, others: Mapping[str, Posed] = NO_OTHERS) -> Iterator[Scene]:
    """The arm swung to and fro, with all that a drag shows."""
    evaluated = solver.evaluate(document)
    rows = [row for row, name in enumerate(evaluated.names) if _hangs_on(document.rig, name)]
    shoulder = evaluated.heads[evaluated.index[ARM[0]]]
    for index in range(frames):
        angle = 0.6 + 0.6 * sin(index / 20)
        turn = np.array([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])
        matrices = evaluated.matrices.copy()
        matrices[rows, :3, :3] = turn @ matrices[rows, :3, :3]
        matrices[rows, :3, 3] = (matrices[rows, :3, 3] - shoulder) @ turn.T + shoulder
        overlay = Overlay(highlighted=ARM, ghost=evaluated.matrices)
        yield scene(document, evaluated.with_matrices(matrices), overlay, others=others)


def showing(display: Display, counts: Counts) -> list[float]:
    """Milliseconds to make a scene of many bones."""
    document = tree(MANY)
    evaluated = solver.evaluate(document)
    took = []
    for _ in range(counts.scenes + counts.before):
        began = time.perf_counter()
        scene(document, evaluated, display=display, hovered="b7")
        took.append((time.perf_counter() - began) * 1000)
    return took[counts.before :]


def tree(count: int) -> Document:
    """A tree of so many bones, always the same one; a few of them are selected."""
    chance = random.Random(1)
    bones = [Bone(name="b0", head=(0.0, 0.0, 0.0), tail=(0.0, 0.0, 0.1))]
    while len(bones) < count:
        parent = bones[chance.randrange(max(0, len(bones) - 40), len(bones))]
        x, y, z = parent.tail
        tail = (x + chance.uniform(-0.1, 0.1), y + chance.uniform(-0.1, 0.1), z + chance.uniform(-0.03, 0.1))
        bones.append(Bone(name=f"b{len(bones)}", parent=parent.name, head=parent.tail, tail=tail, connected=True))
    return Document.of(Rig(bones=tuple(bones)), selected=("b5", "b6", "b7"), active="b7")


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
