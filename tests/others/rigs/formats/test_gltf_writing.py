"""glTF that Pantin writes: the nodes of the file it came from, in the pose and the clips that one sees."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin.rigs import Rig
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from tests.others.samples import SAMPLES, sample
from tests.rigs.formats.gltf_read_again import again

FIGURES = sorted((*(SAMPLES / "glb").glob("*.gl*"), *(SAMPLES / "vrm").glob("*.vrm*")))


@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.name)
def test_nodes_leave_as_they_came(path: Path, tmp_path: Path) -> None:
    rig = sample(path).rig
    rig = rig.animated(rig.clips[:3])
    found = again(tmp_path, rig)
    assert rig.source is not None and found.source is not None
    for old, new in zip(rig.source.nodes, found.source.nodes, strict=True):
        assert (old.name, old.parent, old.bone) == (new.name, new.parent, new.bone)
    turned = (-1, -1, 1) if rig.source.faces_back else (1, 1, 1)
    heads = np.array([bone.head for bone in rig.bones])
    size = float(np.linalg.norm(np.ptp(heads, axis=0))) or 1.0
    np.testing.assert_allclose([bone.head for bone in found.bones], heads * turned, atol=1e-6 * size)
    np.testing.assert_allclose(_axes(found), _axes(rig), atol=1e-5)
    for old, new in zip(rig.clips, found.clips, strict=True):
        assert (old.name, old.rate, old.count) == (new.name, new.rate, new.count)
        stands, expected = forward_kinematics(found.bones, new.frames), forward_kinematics(rig.bones, old.frames)
        first = old.span[0]
        np.testing.assert_allclose(stands[first:, :, :3, 3], expected[first:, :, :3, 3] * turned, atol=1e-5 * size)


def _axes(rig: Rig) -> np.ndarray:
    """The joint frames as the file has them."""
    assert rig.source is not None
    return np.array([(*(node.matrix or (0,) * 16), *np.abs(node.rotation), *node.scale) for node in rig.source.nodes])
