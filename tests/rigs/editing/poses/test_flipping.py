"""A flipped figure stands as in a mirror, whatever its bones are called and however they are rolled."""

from __future__ import annotations

from math import pi

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin import solver
from pantin.rigs import REST, Document, Transform
from pantin.rigs.editing.mirroring.symmetry import symmetrize
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.poses.flipping import flipped, flipped_pose
from pantin.rigs.editing.poses.partners import partners_of
from pantin.rigs.rest import rest_matrices
from tests.rigs.figures import POSES, figures, sound
from tests.rigs.skeletons import CONVENTIONS, heading_to, named_by, person, renamed
from tests.rigs.strategies import numbers, relaxed

MIRROR = np.diag([-1.0, 1.0, 1.0, 1.0])
PERSON = person()
ROLLS = st.lists(numbers(-pi, pi), min_size=10, max_size=10)


def asymmetry(before: Document, after: Document, mirror: np.ndarray = MIRROR) -> float:
    """Return how far the figure after stands, at most, from the mirror image of that before: what moves it from
    rest."""
    stood, stands = solver.evaluate(before), solver.evaluate(after)
    rest = dict(zip(stood.names, np.linalg.inv(rest_matrices(before.rig.bones)), strict=True))
    partners = partners_of(before.rig)
    moved = [(stood.matrix(name) @ rest[name], partners.get(name, name)) for name in stood.names]
    return max(np.abs(stands.matrix(other) @ rest[other] - mirror @ each @ mirror).max() for each, other in moved)


def numbers_of(document: Document) -> np.ndarray:
    """All numbers of the pose; a quaternion and its negative are the same."""
    rows = [document.figure.transform(bone.name) for bone in document.rig.bones]
    turns = [np.multiply(row.rotation, np.copysign(1.0, row.rotation[3])) for row in rows]
    return np.array([[*row.location, *turn, *row.scale] for row, turn in zip(rows, turns, strict=True)])


@st.composite
def people(draw: st.DrawFn) -> Document:
    """A person in the names of some convention, in some pose, each bone rolled about itself at random."""
    rig = renamed(PERSON, named_by(PERSON, CONVENTIONS[draw(st.sampled_from(list(CONVENTIONS)))]))
    rolls = draw(ROLLS)
    bones = tuple(msgspec.structs.replace(each, roll=rolls[row % 10]) for row, each in enumerate(rig.bones))
    pose = {bones[(row * 7) % len(bones)].name: transform for row, transform in draw(POSES).items()}
    even = {name: msgspec.structs.replace(at, scale=(at.scale[0],) * 3) for name, at in pose.items()}
    return Document.of(msgspec.structs.replace(rig, bones=bones)).posed(even)


@given(people())
@relaxed
def test_a_person_of_any_convention_stands_as_in_a_mirror(document: Document) -> None:
    assert asymmetry(document, flipped(document)) < 1e-9
    np.testing.assert_allclose(numbers_of(flipped(flipped(document))), numbers_of(document), atol=1e-9)


@given(document=people(), heading=st.sampled_from((-90.0, 35.0, 90.0, 180.0)))
@relaxed
def test_who_looks_another_way_is_flipped_between_left_and_right(document: Document, heading: float) -> None:
    turned = heading_to(document.rig, heading)
    c, s = np.cos(np.radians(heading)), np.sin(np.radians(heading))
    turn = np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    looking = document.with_rig(turned)
    assert asymmetry(looking, flipped(looking), turn @ MIRROR @ turn.T) < 1e-9


@given(figures(tied=False))
@relaxed
def test_flipping_twice_changes_no_bit_of_a_symmetric_figure(document: Document) -> None:
    both = symmetrize(document, document.selected)
    assert flipped(flipped(both)) == both


@given(sound(), POSES)
@relaxed
def test_handles_and_poles_are_flipped_with_the_rest(document: Document, pose: dict[int, Transform]) -> None:
    bones = document.rig.bones
    turns = {bones[row % len(bones)].name: Transform(rotation=at.rotation) for row, at in pose.items()}
    posed = with_transforms(document, turns)
    np.testing.assert_allclose(numbers_of(flipped(flipped(posed))), numbers_of(posed), atol=1e-9)


TURNED = Transform((0.1, 0.2, 0.3), (0.0, 0.6, 0.0, 0.8), (1.0, 1.2, 1.3))


def test_only_the_named_bones_take_their_partners_pose() -> None:
    document = with_transforms(Document.of(PERSON), {"hand.L": TURNED, "head": TURNED})
    after = flipped(document, ["hand.R"]).figure.pose.bones
    assert after["hand.L"] == after["head"] == TURNED
    assert after["hand.R"].scale == TURNED.scale and after["hand.R"].location != TURNED.location
    assert flipped(document, ["hand.L"]).figure.transform("hand.L") == REST


def test_a_bone_without_a_partner_flips_in_the_mirror_plane() -> None:
    document = with_transforms(Document.of(PERSON), {"head": Transform((0.1, 0.0, 0.2), (0.1, 0.7, 0.1, 0.7))})
    assert flipped(document).figure.pose.bones["head"] == Transform((-0.1, 0.0, 0.2), (0.1, -0.7, -0.1, 0.7))


def test_sizes_go_with_their_axes_where_the_image_is_rolled_by_a_quarter() -> None:
    rolled = (
        msgspec.structs.replace(bone, roll=bone.roll + (pi / 2 if bone.name == "hand.R" else 0.0))
        for bone in PERSON.bones
    )
    document = Document.of(msgspec.structs.replace(PERSON, bones=tuple(rolled)))
    document = with_transforms(document, {"hand.L": Transform(scale=(1.0, 2.0, 3.0))})
    assert flipped(document).figure.pose.bones["hand.R"].scale == (3.0, 2.0, 1.0)
    assert flipped(flipped(document)).figure.pose.bones == document.figure.pose.bones


def test_a_pose_of_some_bones_goes_to_their_partners() -> None:
    assert flipped_pose(PERSON, {"hand.L": TURNED, "no bone": TURNED}).keys() == {"hand.R"}


def test_a_bone_that_is_not_there_is_told() -> None:
    with pytest.raises(ValueError, match='The rig has no bone "tail"'):
        flipped(Document.of(PERSON), ["tail"])
