"""Hinges: about which axis a joint bends, what its limits are then, and that neither bone nor pose changes."""

from __future__ import annotations

from math import pi

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import Bone, Document, Joint, Rig, Transform
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.hinges import NEAR, RANGE, bend_axis, make_hinges
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.rest import joint_matrices, rest_matrices
from pantin.rigs.templates import humanoid
from pantin.solver import evaluate
from tests.rigs.strategies import numbers, quaternions, relaxed

FIGURE = Document.of(humanoid.rig())


def chain(bend: float = 0.0, roll: float = 0.0, side: float = 0.0) -> Document:
    """Two bones upwards; the upper one leans by `bend`, towards the direction `side` of the floor."""
    out = np.sin(bend) * np.array([np.cos(side), np.sin(side), 0.0]) + np.array([0.0, 0.0, np.cos(bend)])
    lower = Bone(name="lower", head=(0.0, 0.0, 0.0), tail=(0.0, 0.0, 1.0))
    tail = tuple((np.array([0.0, 0.0, 1.0]) + out).tolist())
    upper = Bone(name="upper", parent="lower", head=(0.0, 0.0, 1.0), tail=tail, roll=roll, connected=True)
    tip = Bone(name="tip", parent="upper", head=tail, tail=tuple((np.array(tail) + out).tolist()), connected=True)
    return Document.of(Rig(bones=(lower, upper, tip)))


def axis_of(document: Document, name: str = "upper") -> np.ndarray:
    """The axis in armature space about which the hinge turns on."""
    bone = document.rig.by_name[name]
    [free] = [axis for axis, held in enumerate(bone.joint.lock) if not held]
    least, most = bone.joint.limit[free]
    at_rest = bent_at_rest(document, name)
    assert most - least == pytest.approx(max(RANGE[1], at_rest))
    sign = 1.0 if least == pytest.approx(-at_rest, abs=1e-6) else -1.0
    return sign * joint_matrices([bone])[0, :3, free]


def bent_at_rest(document: Document, name: str) -> float:
    """Return how far the bone is bent against its parent, radians."""
    by_name = document.rig.by_name
    one, other = rest_matrices([by_name[name], by_name[by_name[name].parent or ""]])[:, :3, 1]
    return float(np.arctan2(np.linalg.norm(np.cross(one, other)), one @ other))


@given(numbers(0.1, 2.5), numbers(-pi, pi), numbers(-pi, pi))
@relaxed
def test_a_bent_chain_bends_on_in_the_plane_in_which_it_is_bent(bend: float, roll: float, side: float) -> None:
    hinged = make_hinges(chain(bend, roll, side), ["upper"])
    across = np.array([-np.sin(side), np.cos(side), 0.0])
    np.testing.assert_allclose(axis_of(hinged), across, atol=0.02)
    np.testing.assert_allclose(bend_axis(chain(bend, roll, side), "upper"), across, atol=1e-9)


@given(numbers(0.2, 2.0), numbers(-3.0, 3.0), st.tuples(quaternions(), quaternions()), numbers(0.5, 2.0))
@relaxed
def test_nothing_moves_where_a_joint_is_rolled(bend: float, roll: float, turns, size: float) -> None:
    pose = {
        "upper": Transform(location=(0.1, 0.2, 0.3), rotation=turns[0], scale=(size, size, size)),
        "tip": Transform(rotation=turns[1]),
    }
    loose = msgspec.structs.replace(chain(bend, roll, 0.7).rig.by_name["upper"], connected=False)
    before = with_transforms(replace_bones(chain(bend, roll, 0.7), [loose]), pose)
    after = make_hinges(before, ["upper"])
    assert after.figure.pose.bones == before.figure.pose.bones
    assert after.rig.by_name["upper"] == msgspec.structs.replace(loose, joint=after.rig.by_name["upper"].joint)
    assert evaluate(after).matrices.tobytes() == evaluate(before).matrices.tobytes()


@given(numbers(0.2, 2.0), numbers(-3.0, 3.0), numbers(-3.0, 3.0))
@relaxed
def test_a_joint_that_is_rolled_already_is_rolled_on(bend: float, roll: float, joint_roll: float) -> None:
    before = chain(bend, roll, 0.7)
    upper = msgspec.structs.replace(before.rig.by_name["upper"], joint=Joint(roll=joint_roll))
    again = make_hinges(make_hinges(replace_bones(before, [upper]), ["upper"]), ["upper"])
    np.testing.assert_allclose(axis_of(again), axis_of(make_hinges(before, ["upper"])), atol=0.02)


def test_an_axis_that_fits_keeps_its_roll_and_bends_the_way_it_is_bent() -> None:
    for side, expected in ((-pi / 2, ("X", 1.0)), (pi / 2, ("X", -1.0)), (0.0, ("Z", -1.0)), (pi, ("Z", 1.0))):
        before = chain(0.3, 0.0, side)
        hinged = make_hinges(before, ["upper"]).rig.by_name["upper"]
        free = "XYZ"[hinged.joint.lock.index(False)]
        ends = hinged.joint.limit["XYZ".index(free)]
        if hinged.joint.roll == 0.0:
            assert (free, 1.0 if ends[1] > -ends[0] else -1.0) == expected
        assert hinged.joint.lock.count(True) == 2


def test_a_straight_chain_bends_as_it_is_posed_else_where_it_is_told() -> None:
    posed = with_transforms(chain(), {"upper": Transform(rotation=(np.sin(0.3), 0.0, 0.0, np.cos(0.3)))})
    x = rest_matrices([posed.rig.by_name["upper"]])[0, :3, 0]
    np.testing.assert_allclose(bend_axis(posed, "upper"), x, atol=1e-9)
    np.testing.assert_allclose(bend_axis(chain(), "upper", (0.0, -1.0, 0.0)), (1.0, 0.0, 0.0), atol=1e-9)
    np.testing.assert_allclose(
        bend_axis(chain(), "upper", (0.0, 0.0, 1.0)), rest_matrices([chain().rig.by_name["upper"]])[0, :3, 0]
    )


@given(numbers(0.1, 2.5), numbers(-pi, pi), numbers(-pi, pi))
def test_a_straight_part_of_a_chain_bends_in_the_plane_of_its_nearest_bend(
    bend: float, roll: float, side: float
) -> None:
    """Below first, as a shoulder that bends like its elbow; else above, as a wrist."""
    bent = chain(bend, side=side)
    foot = Bone(name="foot", head=(0.0, 0.0, -1.0))
    lower = msgspec.structs.replace(bent.rig.by_name["lower"], parent="foot", roll=roll, connected=True)
    document = replace_bones(bent.with_rig(Rig(bones=(foot, *bent.rig.bones))), [lower])
    after = make_hinges(document, ("lower", "upper", "tip"))
    for straight in ("lower", "tip"):
        assert axis_of(after, straight) @ axis_of(after, "upper") > np.cos(2.0 * NEAR)


@pytest.mark.parametrize("side", "LR")
def test_elbows_and_knees_of_the_figure_bend_from_straight_to_150_degrees(side: str) -> None:
    for name, onto in ((f"forearm.{side}", -1.0), (f"shin.{side}", 1.0)):
        hinged = make_hinges(FIGURE, [name])
        assert hinged.rig.by_name[name].joint.roll == 0.0, "the rolls of the figure's bones fit"
        axis = axis_of(hinged, name)
        along = rest_matrices([hinged.rig.by_name[name]])[0, :3, 1]
        assert np.sign(np.cross(axis, along)[1]) == onto, "elbows close to the front, knees to the back"
