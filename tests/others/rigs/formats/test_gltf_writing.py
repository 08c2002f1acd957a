"""glTF that Pantin writes: the nodes of the file it came from, in the pose and the clips that one sees."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.figure import Figure
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from tests.others.samples import SAMPLES, sample
from tests.rigs.formats.gltf_read_again import again

FIGURES = sorted((*(SAMPLES / "glb").glob("*.gl*"), *(SAMPLES / "vrm").glob("*.vrm*")))


@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.name)
def test_nodes_leave_as_they_came(path: Path, tmp_path: Path) -> None:
    whole = sample(path).figure
    figure = replace(whole, clips=whole.clips[:3])
    found = again(tmp_path, figure)
    assert figure.source is not None and found.source is not None
    for old, new in zip(figure.source.nodes, found.source.nodes, strict=True):
        assert (old.name, old.parent, old.bone) == (new.name, new.parent, new.bone)
    turned = (-1, -1, 1) if figure.source.faces_back else (1, 1, 1)
    heads = np.array([bone.head for bone in figure.rig.bones])
    size = float(np.linalg.norm(np.ptp(heads, axis=0))) or 1.0
    np.testing.assert_allclose([bone.head for bone in found.rig.bones], heads * turned, atol=1e-6 * size)
    np.testing.assert_allclose(_axes(found), _axes(figure), atol=1e-5)
    for old, new in zip(figure.clips, found.clips, strict=True):
        assert (old.name, old.rate, old.count) == (new.name, new.rate, new.count)
        stands = forward_kinematics(found.rig.bones, new.frames)
        expected = forward_kinematics(figure.rig.bones, old.frames)
        first = old.span[0]
        np.testing.assert_allclose(stands[first:, :, :3, 3], expected[first:, :, :3, 3] * turned, atol=1e-5 * size)


def _axes(figure: Figure) -> np.ndarray:
    """The joint frames as the file has them."""
    assert figure.source is not None
    nodes = figure.source.nodes
    return np.array([(*(node.matrix or (0,) * 16), *np.abs(node.rotation), *node.scale) for node in nodes])
