"""Clips of other people on figures of other people: what leaves is what the window shows, whoever moves whom."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin import solver
from pantin.app.clips.imported_motion import imported_motion
from pantin.app.session.clip_frame import ClipFrame
from pantin.app.session.pose_requests import Request, posed
from pantin.rigs import Document
from pantin.rigs.clip import Clip
from pantin.rigs.figure import Figure
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.limbs.person_controls import rig_person
from tests.app.start.command import pantin as command
from tests.others.samples import SAMPLES
from tests.readers import places_in

PAIRS = (
    ("bvh/cmu_12_01_walk_cgspeed.bvh", "humanoid"),
    ("bvh/ad_rokoko_jesse_dance.bvh", "biped"),
    ("bvh/pymo_AV_8Walk_Meredith.bvh", "glb/CesiumMan.glb"),
    ("glb/CesiumMan.glb", "vrm/cool_loops.vrm"),
    ("vrm/test.vrma", "bvh/mh_zombieWalk1.bvh"),
    ("glb/RobotExpressive.glb", "glb/kaykit_Knight.glb"),
)
ALIKE = 1e-5
"""Parts of the height."""


def figure(name: str) -> Document:
    """Return one of our figures, or one of other people with controls fitted."""
    if name in TEMPLATES:
        return Document.of(TEMPLATES[name]())
    document = pantin.read(SAMPLES / name)
    return rig_person(Document.of(Figure(rig=document.rig, clips=())).posed({}))[0]


@pytest.mark.parametrize(("motion", "onto"), PAIRS)
def test_a_frame_is_the_same_in_the_window_in_every_file_and_for_commands(
    motion: str, onto: str, tmp_path: Path
) -> None:
    """Five frames of each clip, as joints by a reader of numpy alone."""
    bare = figure(onto)
    clip = imported_motion(SAMPLES / motion, bare).clips[0]
    some = np.unique(np.linspace(0, clip.count - 1, 5).astype(int))
    short = Clip.of("five", 10.0, clip.bones, np.array(clip.frames[some], float))
    document = Document.of(Figure(rig=bare.rig, clips=(short,)))
    window = [posed(Request(document, frame=ClipFrame(short, frame))).evaluated for frame in range(short.count)]
    bones = [bone.name for bone in document.rig.bones if bone.kind == "bone"]
    rows = [window[0].index[name] for name in bones]
    heads = np.array([each.heads[rows] for each in window])
    allowed = ALIKE * float(np.ptp(heads, axis=1).max())
    rig, middle = tmp_path / "rig.rig.json", short.count // 2
    pantin.write(document, rig)
    for name, options in (("clip.glb", ()), ("clip.bvh", ()), ("one.glb", ("--frame", middle))):
        done = command("convert", rig, tmp_path / name, *options)
        assert done.returncode == 0, done.stderr
        places = places_in(tmp_path / name)
        wanted = heads[middle : middle + 1] if options else heads
        turned = -1.0 if name.endswith(".glb") and document.figure.source and document.figure.source.faces_back else 1.0
        for row, bone in enumerate(bones):
            found = np.broadcast_to(places[bone] * (turned, turned, 1.0), (len(wanted), 3))
            if name.endswith(".bvh") and document.figure.source and document.figure.source.was_turned:
                found = np.stack((found[:, 0], found[:, 2], -found[:, 1]), axis=-1)
            np.testing.assert_allclose(found, wanted[:, row], atol=allowed, err_msg=f"{name}: {bone}")
    for number, shown in enumerate(pantin.frames(document)):
        np.testing.assert_allclose(solver.evaluate(shown).heads[rows], heads[number], atol=1e-9 * allowed / ALIKE)
