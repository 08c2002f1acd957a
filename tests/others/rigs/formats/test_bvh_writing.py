"""BVH that Pantin writes: joints stand where they stood in every frame, in the units and axes of the file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin import rigs
from pantin.rigs.editing.building.upright import upright
from pantin.rigs.formats import bvh
from tests.others.samples import SAMPLES, sample
from tests.readers.bvh import Bvh
from tests.rigs.formats.gltf_files import baked

FIGURES = sorted((SAMPLES / "bvh").glob("*.bvh"))


def places(path: Path) -> tuple[list[str], np.ndarray]:
    """Return the joints of a file with those they hang on, and their places in all frames, in its own axes."""
    file = Bvh(path.read_text("utf-8"))
    above = ["", *file.names]
    names = [f"{above[parent + 1]} > {name}" for name, parent in zip(file.names, file.parents, strict=True)]
    return names, file.worlds[..., :3, 3]


@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.name)
def test_a_motion_leaves_as_it_came(path: Path, tmp_path: Path) -> None:
    out = tmp_path / path.name
    figure = sample(path).figure
    (names, before) = places(path)
    for turned in (upright(sample(path)).figure, figure):
        out.write_bytes(bvh.written(baked(turned)).data)
        (again, after) = places(out)
        assert names == again
        np.testing.assert_allclose(after, before, atol=1e-4)
    found = rigs.read(out).figure
    assert found.clips[0].rate == figure.clips[0].rate
    heads = [[bone.head for bone in each.rig.bones] for each in (found, figure)]
    np.testing.assert_allclose(*heads, atol=1e-6)
