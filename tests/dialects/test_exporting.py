"""Tests that what was read of any program and is written again is read by numpy alone: every joint is where it was."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.solver.edits.limbs.person_controls import rig_person
from tests.dialects.programs import DIALECTS, Dialect, FileOf
from tests.readers import places_in

SEEN = 1e-5
"""Parts of the height by which a joint may be off."""
PACKED = ("VRM 1", "Blender", "Maya")
"""Files that store numbers otherwise than as floats, which the readers here do not know."""


def far_off(one: Dialect, path: Path, as_it_came: bool) -> float:
    """Return how far a joint of a file is from where it was made, at most, metres; in the axes that the dialect has."""
    found, farthest = places_in(path), 0.0
    for row, joint in enumerate(one.order):
        places = found[joint] / one.unit
        if as_it_came and one.z_up:
            places = places[:, [0, 2, 1]] * (1.0, 1.0, -1.0)
        if as_it_came and one.vrm == "0":
            places = places * (-1.0, -1.0, 1.0)
        farthest = max(farthest, float(np.abs(places - one.places[:, row]).max()))
    return farthest


@pytest.mark.parametrize("name", [name for name in DIALECTS if name not in PACKED])
def test_the_readers_here_have_the_joints_of_what_was_made(name: str, file_of: FileOf) -> None:
    assert far_off(DIALECTS[name], file_of(name), as_it_came=True) <= DIALECTS[name].tolerance


@pytest.mark.parametrize("suffix", [".glb", ".bvh"])
@pytest.mark.parametrize("name", DIALECTS)
def test_a_motion_leaves_as_it_came(name: str, suffix: str, file_of: FileOf, tmp_path: Path) -> None:
    """In its own format also in its own axes: an old VRM looks back, and motion with Z up has that."""
    one, path = DIALECTS[name], tmp_path / f"again{suffix}"
    pantin.write(pantin.read(file_of(name)), path)
    as_it_came = (suffix == ".bvh") == (one.suffix == ".bvh")
    assert far_off(one, path, as_it_came) <= SEEN * np.ptp(one.body.places[:, 1]) + one.tolerance


@pytest.mark.parametrize("suffix", [".glb", ".bvh"])
@pytest.mark.parametrize("name", DIALECTS)
def test_a_motion_leaves_a_fitted_person_as_it_came(name: str, suffix: str, file_of: FileOf, tmp_path: Path) -> None:
    """Handles, poles and limits change nothing of what a clip has, nor what is written of it."""
    one, path = DIALECTS[name], tmp_path / f"again{suffix}"
    pantin.write(rig_person(pantin.read(file_of(name)))[0], path)
    as_it_came = (suffix == ".bvh") == (one.suffix == ".bvh")
    assert far_off(one, path, as_it_came) <= SEEN * np.ptp(one.body.places[:, 1]) + one.tolerance
