"""The map of a body says which bone was taken for which part, how sure that is, and why."""

from __future__ import annotations

import pytest

from pantin.rigs.fitting.mapping.body_map import body_map
from tests.others.samples import sample


@pytest.mark.parametrize(
    ("file", "to_check"), [("vrm/cool_loops.vrm", ()), ("glb/Fox.glb", ()), ("glb/CesiumMan.glb", ("head",))]
)
def test_characters_in_use(file: str, to_check: tuple[str, ...]) -> None:
    assert body_map(sample(file).rig).to_check == to_check
