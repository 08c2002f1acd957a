"""How sure the map of a body is, held against characters whose files say themselves which bone is which part."""

from __future__ import annotations

from pantin.rigs.fitting.mapping.evidence import NAMED

NAMES = {
    "vrm/cool_loops.vrm": (40, 0),
    "vrm/debug_robot.vrm": (44, 0),
    "vrm/godette.vrm": (18, 4),
    "vrm/vrmc_override.vrm": (18, 0),
    "vrm/hips_spine_twisting.vrma": (14, 0),
    "vrm/test.vrma": (42, 0),
}
"""How many parts names tell right, and how many wrong: a metacarpal of two fingers was taken for the first phalanx."""


def test_how_far_names_are_believed_is_how_often_they_are_right() -> None:
    """One right and one wrong are added, so that a few files prove little."""
    right, wrong = (sum(counts) for counts in zip(*NAMES.values(), strict=True))
    assert round((right + 1) / (right + wrong + 2), 2) == NAMED
