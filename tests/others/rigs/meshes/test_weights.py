"""Weights of meshes that other people bound: near theirs."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.weighting.characters import weights_of
from tests.others.samples import SAMPLES, sample

TRUTH = SAMPLES / "truth_weights"


@pytest.mark.parametrize("pair", ["zombie", "snake", "horse", "bird"])
def test_weights_are_near_those_of_the_published_character(pair: str) -> None:
    known = next(each for each in json.loads((TRUTH / "pairs.json").read_text())["pairs"] if each["name"] == pair)
    rig, mesh = sample(known["rig"]).rig, character(SAMPLES / known["mesh"])
    truth, found = np.load(TRUTH / f"{pair}.npz"), weights_of(mesh, rig)
    names = [str(name) for name in truth["joints"]]
    theirs = np.zeros((len(truth["indices"]), len(names)))
    for column in range(truth["indices"].shape[1]):
        np.add.at(theirs, (np.arange(len(theirs)), truth["indices"][:, column]), truth["weights"][:, column])
    theirs /= theirs.sum(axis=1, keepdims=True)
    ours = np.zeros_like(theirs)
    places = np.array([names.index(bone.name) if bone.name in names else 0 for bone in rig.bones])
    bones = np.concatenate([each.bones for each in found])
    weights = np.concatenate([each.weights for each in found])
    for column in range(bones.shape[1]):
        np.add.at(ours, (np.arange(len(ours)), places[bones[:, column]]), weights[:, column])
    assert np.abs(ours - theirs).sum(axis=1).mean() / 2 <= known["limits"]["weight"]
