"""Measures what Pantin exports, opened in Blender: where joints stand there, in the pose and in every frame of a clip.

Each figure is posed and its clip taken with all constraints, exported as GLB and as BVH, once with the pose alone and
once with the clip, and opened by Blender's own importers (`pip install bpy`). Figures are the farthest that any joint's
head is from where it stands in Pantin, in parts of the figure's size at rest.

| what | must | measured |
|---|---|---|
| humanoid as GLB | ≤ 0.0001 | 5.282e-07 (pose 5e-07, clip 5.3e-07) |
| humanoid as BVH | ≤ 0.0001 | 1.464e-06 (pose 1.4e-06, clip 1.5e-06) |
| Fox.glb as GLB | ≤ 0.0001 | 4.68e-07 (pose 2e-07, clip 4.7e-07) |
| Fox.glb as BVH | ≤ 0.0001 | 2.472e-07 (pose 1.5e-07, clip 2.5e-07) |
| cool_loops.vrm as GLB | ≤ 0.0001 | 2.603e-07 (pose 1.6e-07, clip 2.6e-07) |
| cool_loops.vrm as BVH | ≤ 0.0001 | 3.96e-06 (pose 3.8e-06, clip 4e-06) |
| godette.vrm as GLB | ≤ 0.0001 | 2.363e-07 (pose 1.8e-07, clip 2.4e-07) |
| godette.vrm as BVH | ≤ 0.0001 | 1.357e-06 (pose 6.3e-07, clip 1.4e-06) |
| test.vrma as GLB | ≤ 0.0001 | 4.594e-08 (pose 1.5e-08, clip 4.6e-08) |
| test.vrma as BVH | ≤ 0.0001 | 6.485e-08 (pose 6.5e-08, clip 6.5e-08) |
| cmu_12_01_walk_cgspeed.bvh as GLB | ≤ 0.0001 | 7.764e-07 (pose 1.4e-07, clip 7.8e-07) |
| cmu_12_01_walk_cgspeed.bvh as BVH | ≤ 0.0001 | 2.541e-07 (pose 7.3e-08, clip 2.5e-07) |

The table is what `python -m tests.bench exchange` prints. Debian 12, Python 3.11.7; Blender 5.0.1 (bpy), numpy 2.4.6.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from pantin import rigs
from pantin.app.files import export
from pantin.app.files.baking import at_frame, baked
from pantin.resources import FOLDER
from pantin.rigs import Document
from pantin.rigs.clip import CHANNELS, Clip
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.motion.baked import BakedClip
from pantin.rigs.motion.transform_arrays import Floats
from pantin.solver import pose_rows
from tests.bench.measuring.blender import ABSENT
from tests.bench.measuring.rows import Row
from tests.bench.rigs.exchange.opened import Opened
from tests.bench.solver.clips import pose
from tests.others.samples import SAMPLES

MUST = 1e-4
OWN = "humanoid"
FILES = ("glb/Fox.glb", "vrm/cool_loops.vrm", "vrm/godette.vrm", "vrm/test.vrma", "bvh/cmu_12_01_walk_cgspeed.bvh")
"""Samples: joints turned and scaled under nodes that are none, Mixamo's names in a VRM that looks back, another such,
nodes without a skin, and motion capture with its own units.
"""


@dataclass(frozen=True)
class Counts:
    files: int = len(FILES)
    frames: int = 50


FULL, TINY = Counts(), Counts(files=0, frames=2)


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """Two rows for each figure; not measured where Blender, or the sample, is not there."""
    with tempfile.TemporaryDirectory(prefix="pantin-bench-") as folder:
        for name in (OWN, *FILES[: counts.files]):
            for ending in (".glb", ".bvh"):
                what, why_not = f"{Path(name).name} as {ending[1:].upper()}", _why_not(name)
                if why_not:
                    yield Row(what, must=MUST, why_not=why_not)
                    continue
                posed, clip = apart(moving(name, counts.frames), Path(folder) / f"figure{ending}")
                yield Row(what, max(posed, clip), "", MUST, note=f"pose {posed:.2g}, clip {clip:.2g}")


def _why_not(name: str) -> str:
    if find_spec("bpy") is None:
        return ABSENT
    return "" if name == OWN or SAMPLES.is_dir() else "the samples are not here"


def moving(name: str, frames: int) -> Document:
    """The figure posed as in the middle of its first clip: of its own, or one of so many frames made here."""
    document = rigs.read(FOLDER / "rigs" / "humanoid.rig.json" if name == OWN else SAMPLES / name)
    if name == OWN:
        rows = np.array([pose_rows(with_transforms(document, pose(0.1 * frame))) for frame in range(frames)])
    elif not document.figure.clips:
        rows = turning(pose_rows(document), frames)
    else:
        return at_frame(document, document.figure.clips[0], document.figure.clips[0].count // 2)
    bones = [bone.name for bone in document.rig.bones]
    clip = Clip.of("made", 30.0, bones, rows[..., :CHANNELS])
    return at_frame(document.with_figure(replace(document.figure, clips=(clip,))), clip, frames // 2)


def turning(rest: Floats, frames: int) -> Floats:
    """Rows (f, n, 10) in which every bone swings about its X axis, each in a phase of its own."""
    halves = 0.15 * np.sin(0.2 * np.arange(frames)[:, None] + np.arange(len(rest)))
    rows = np.tile(rest, (frames, 1, 1))
    rows[..., 3:7] = np.stack((np.sin(halves), 0 * halves, 0 * halves, np.cos(halves)), -1)
    return rows


def apart(document: Document, path: Path) -> tuple[float, float]:
    """Return how far heads are from where they stand here, parts of the figure's size: in the pose, and in its first
    clip.
    """
    rig = document.rig
    rows = [row for row, bone in enumerate(rig.bones) if bone.kind == "bone"]
    names = [rig.bones[row].name for row in rows]
    size = float(np.linalg.norm(np.ptp([bone.head for bone in rig.bones], axis=0)))
    what = baked(document, document.figure.clips[:1])
    looks_back = path.suffix == ".glb" and document.figure.source is not None and document.figure.source.faces_back
    turn = np.array((-1.0, -1.0, 1.0) if looks_back else (1.0, 1.0, 1.0))

    def off(clip: BakedClip | None) -> float:
        export.write(document, path, document.figure.clips[:1] if clip else ())
        opened = Opened(path)
        stand = opened.frames(names, clip) if clip else opened.heads(names)[None]
        expected = (clip.matrices if clip else what.matrices[None])[:, rows][..., :3, 3]
        return float(np.abs(stand - expected * turn).max()) / size

    return off(None), off(what.clips[0])
