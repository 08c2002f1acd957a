"""A file whose skeleton is whole opens without the motions that are damaged, and says in one sentence why."""

from __future__ import annotations

import pytest

from pantin.rigs.formats import opened
from tests.others.samples import SAMPLES
from tests.rigs.samples import is_one_sentence


@pytest.mark.parametrize("name", ["bvh_fewer_frames_than_declared", "bvh_nan_inf_values"])
def test_what_others_bent_opens(name: str) -> None:
    path = SAMPLES / "hostile" / f"{name}.bvh"
    assert opened(path).document.rig.bones and is_one_sentence(opened(path).report)
