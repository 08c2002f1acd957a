"""Rolls that are set, turned, and found from how a limb bends."""

from __future__ import annotations

from math import dist, pi

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from pantin.rigs import (
    Document,
)
from pantin.rigs.editing.building.dividing import subdivide
from pantin.rigs.editing.building.joints import frames_of
from pantin.rigs.editing.building.rolling import roll_to, roll_to_bend, set_rolls, turn_rolls
from tests.rigs.editing.building.subjects import LEG, drawn_names
from tests.rigs.figures import sound
from tests.rigs.strategies import numbers, relaxed, vectors


def test_rolls_are_set_and_turned() -> None:
    assert set_rolls(LEG, {"hips": 0.5}).rig.by_name["hips"].roll == 0.5
    assert turn_rolls(LEG, ["shin.L"], pi).rig.by_name["shin.L"].roll == pytest.approx(0.25 - pi)


@given(sound(), st.data(), vectors(1.0).filter(lambda v: dist(v, (0, 0, 0)) > 0.1))
@relaxed
def test_z_faces_the_direction_asked_for(document: Document, data: st.DataObject, direction) -> None:
    names = drawn_names(data, document)
    try:
        after = roll_to(document, names, direction)
    except ValueError:
        reject()
    axes = frames_of(after.rig, [after.rig.by_name[name] for name in names])[:, :3, :3]
    for frame in axes:
        across = direction - (frame[:, 1] @ direction) * frame[:, 1]
        if np.linalg.norm(across) > 0.01:
            assert frame[:, 2] @ across == pytest.approx(np.linalg.norm(across), rel=1e-6)


@given(numbers(-pi, pi), numbers(-pi, pi))
@relaxed
def test_a_limb_bends_about_its_x_axes(thigh: float, shin: float) -> None:
    """Whatever the rolls were: X stands across the plane of thigh and shin, to the side where it was."""
    rolled = set_rolls(LEG, {"thigh.L": thigh, "shin.L": shin})
    after = roll_to_bend(rolled, ["thigh.L", "shin.L"])
    for name in ("thigh.L", "shin.L"):
        before, now = (frames_of(each.rig, [each.rig.by_name[name]])[0, :3, 0] for each in (rolled, after))
        assert abs(now[0]) == pytest.approx(1.0) and before @ now > -1e-9
    assert roll_to_bend(after, ["thigh.L", "shin.L"]).rig.by_name["shin.L"].roll == pytest.approx(
        after.rig.by_name["shin.L"].roll
    )


def test_a_straight_bone_bends_as_the_nearest_joint_of_its_chain() -> None:
    document = subdivide(LEG, ["shin.L"], 3)
    after = roll_to_bend(turn_rolls(document, ["shin.002.L"], 0.4), ["shin.002.L"]).rig
    assert abs(frames_of(after, [after.by_name["shin.002.L"]])[0, 0, 0]) == pytest.approx(1.0)


def test_what_has_no_side_to_turn_to_is_rejected() -> None:
    with pytest.raises(ValueError, match="run along that axis"):
        roll_to(LEG, ["hips"], (0.0, 0.0, 2.0))
    with pytest.raises(ValueError, match="is straight"):
        roll_to_bend(LEG, ["foot_ik.L"])
