"""Animations of glTF: every way from key to key, every way to store numbers, and a sentence for what is bent."""

from __future__ import annotations

import numpy as np

from pantin import rigs
from pantin.rigs.clip import Clip
from tests.others.samples import SAMPLES


def test_packed_keys_are_those_that_were_packed() -> None:
    plain, packed = (rigs.read(SAMPLES / "glb" / name).figure for name in ("Fox.glb", "Fox_meshopt.glb"))
    for old, new in zip(plain.clips, packed.clips, strict=True):
        assert isinstance(old, Clip) and (old.rate, old.count) == (new.rate, new.count)
        turns = np.abs(np.einsum("fnc,fnc->fn", old.frames[..., 3:7], new.frames[..., 3:7]))
        assert turns.min() > 1 - 1e-6
