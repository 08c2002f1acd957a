"""Skins of other people bound anew after a joint was moved: nothing moves at rest, and clips leave as they are seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.app.files.character_file import character_of
from pantin.app.files.remaking import bound_again
from pantin.rigs.document import Document, End
from pantin.rigs.editing.bound_rest import moved_since_bound
from pantin.rigs.editing.building.joints import transformed
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.posed_points import points
from pantin.rigs.rest import rest_matrices
from tests.others.samples import sample
from tests.readers.skinned import Skinned

MOVED = {
    "glb/m2m_human-zombie.glb": "lowerarm_l",
    "glb/m2m_horse-animations.glb": "back_leg_lower_l",
    "glb/CesiumMan_draco.glb": "Skeleton_arm_joint_R__2_",
    "glb/Fox_meshopt.glb": "b_LeftForeArm_010",
    "glb/Fox.glb": "b_LeftForeArm_010",
    "vrm/godette.vrm": "f3a.l_Armature",
    "glb/kaykit_Knight.glb": "lowerleg.r",
    "glb/RobotExpressive.glb": "LowerArm.L",
    "glb/RobotExpressive_quantized.glb": "LowerLeg.R",
    "glb/03_skinned_cylinder.gltf": "Joint_Two",
    "glb/magnum_skin-shared.gltf": "B",
}
WITH_CLIPS = ("glb/m2m_horse-animations.glb", "glb/Fox.glb")


def seen(document: Document, matrices: np.ndarray) -> np.ndarray:
    character = character_of(document.figure)
    bound = binding(document.rig, document.figure.source, character)
    return np.concatenate([each.positions for each in points(character, bound, palette(bound, matrices))])


def moved(path: str) -> tuple[Document, float]:
    """Return a sample with a joint moved at rest, by 3 % of its size, and that size."""
    document = Document.of(sample(path).figure)
    size = float(np.ptp(seen(document, rest_matrices(document.rig.bones)), axis=0).max())
    by = np.eye(4)
    by[:3, 3] = size * np.array((0.0, 0.02, 0.02))
    return transformed(document, (End(MOVED[path], "head"),), by), size


@pytest.mark.parametrize("path", MOVED)
def test_nothing_moves_at_rest(path: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    document, size = moved(path)
    assert moved_since_bound(document.figure)
    made = bound_again(document)
    rests = rest_matrices(document.rig.bones)
    assert np.abs(seen(made.document, rests) - seen(document, rests)).max() <= 1e-5 * size
    assert not moved_since_bound(made.document.figure) and not made.words


@pytest.mark.parametrize("path", WITH_CLIPS)
def test_clips_leave_as_they_are_seen(path: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    document, size = moved(path)
    made = bound_again(document).document
    pantin.write(made, tmp_path / "out.glb")
    read, clip = Skinned((tmp_path / "out.glb").read_bytes()), made.figure.clips[0]
    number = next(n for n, each in enumerate(read.plain["animations"]) if each.get("name") == clip.name)
    for frame in (0, clip.count // 2, clip.count - 1):
        found = np.concatenate([*read.vertices(read.worlds(number, frame / clip.rate)).values()])
        posed = pantin.evaluate(pantin.frame(made, frame, clip.name)).matrices
        assert np.abs(found[:, [0, 2, 1]] * (1.0, -1.0, 1.0) - seen(made, np.asarray(posed))).max() <= 1e-5 * size
