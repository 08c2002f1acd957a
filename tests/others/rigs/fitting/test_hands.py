"""Hands are found in any skeleton: by names, of whatever convention, and by shape where names say nothing."""

from __future__ import annotations

import pytest

from tests.others.rigs.hands import OTHERS, path_of
from tests.rigs.hands import hands


@pytest.mark.parametrize(("name", "count"), OTHERS.items())
def test_the_hands_of_other_peoples_skeletons_have_their_fingers(name: str, count: int) -> None:
    found = hands(path_of(name))
    assert len(found) == (1 if "LeftHand" in name else 2)
    for joints in found:
        assert len(joints.fingers) == count
        assert all(len(chain) <= 3 for chain in joints.fingers.values())
        assert not any("Metacarpal" in each for each in joints.hand.phalanges if "Thumb" not in each)


def test_what_has_no_hand_has_none() -> None:
    assert hands(path_of("glb/Fox.glb")) == () == hands(path_of("bvh/pybvh_test1.bvh"))
