"""Balance: who bears the body, where its centre of mass is, and bringing the body over its feet."""

from __future__ import annotations

from math import hypot, isclose

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs, solver
from pantin.resources import FOLDER
from pantin.rigs import Bone, Document, Pin, Rig
from pantin.rigs.formats import pose
from pantin.rigs.ground.kinds import Floor
from pantin.rigs.rest import rest_height
from pantin.solver.edits import balance as balancing
from pantin.solver.edits.balance import Balance, balance, hull, inside_by, masses, over_the_feet
from pantin.solver.edits.poses.poses import mixed
from pantin.solver.edits.pulling.pull import pull

FIGURE = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")
HEIGHT = rest_height(FIGURE.rig.bones)


def balanced(document: Document) -> Balance:
    evaluated = solver.evaluate(document)
    return balance(document.rig, document.ground, evaluated.heads, evaluated.tails)


def feet(document: Document) -> np.ndarray:
    evaluated = solver.evaluate(document)
    return np.array([evaluated.heads[evaluated.index[name]] for name in ("foot.L", "foot.R")])


def test_a_hull_goes_around_and_a_point_is_so_far_inside_or_outside() -> None:
    square = hull([np.array(p) for p in ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0), (1.0, 1.0), (1.0, 0.0))])
    assert square == ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    assert inside_by(square, (0.5, 1.0)) == 0.5
    assert isclose(inside_by(square, (3.0, 3.0)), -hypot(1.0, 1.0))
    assert hull([np.array((0.0, 0.0)), np.array((1.0, 1.0))]) == ()


def test_people_weigh_by_their_table_and_other_skeletons_by_length_squared() -> None:
    shares = dict(zip((bone.name for bone in FIGURE.rig.bones), masses(FIGURE.rig), strict=True))
    assert isclose(sum(shares.values()), 1.0)
    assert isclose(shares["thigh.L"], 0.1) and isclose(shares["shin.R"], 0.047) and isclose(shares["head"], 0.08)
    assert shares["hand_ik.L"] == 0.0
    bones = (Bone("a"), Bone("b", head=(0.0, 0.0, 0.0), tail=(0.0, 0.0, 2.0)))
    assert masses(Rig(bones=bones)).tolist() == [0.2, 0.8]


def test_a_standing_figure_is_in_balance_about_its_navel() -> None:
    found = balanced(FIGURE)
    assert found.stands and 0.5 < found.centre[2] / HEIGHT < 0.62 and abs(found.centre[0]) < 0.01
    one = balanced(FIGURE.with_rig(FIGURE.rig.changed(pins=(Pin("foot.L", rotation=True),))))
    assert not one.stands and one.margin < -0.03 and len(one.support) >= 4


def test_a_handle_that_hangs_on_a_foot_is_no_part_of_its_sole() -> None:
    one = FIGURE.rig.changed(pins=(Pin("foot.L", rotation=True),))
    far = Bone("far", parent="foot.L", kind="handle", head=(0.1, -0.1, 0.0), tail=(3.0, -3.0, 0.0))
    with_handle = replace(one, bones=(*one.bones, far))
    assert balanced(Document.of(with_handle)).support == balanced(Document.of(one)).support


def test_a_figure_without_a_standing_foot_has_no_support_and_cannot_be_brought_over_it() -> None:
    for pins in ((), (Pin("hand.L"),)):
        loose = FIGURE.with_rig(FIGURE.rig.changed(pins=pins))
        assert balanced(loose) == Balance(balanced(loose).centre, (), held=bool(pins))
        with pytest.raises(ValueError, match="No pinned foot stands"):
            over_the_feet(loose)


@pytest.mark.parametrize("way", [(0.0, -0.35, -0.1), (0.3, 0.0, -0.05), (0.0, 0.25, -0.1)])
def test_the_body_is_brought_over_the_feet_and_these_stay(way: tuple[float, float, float]) -> None:
    before = solver.evaluate(FIGURE)
    leaning = pull(FIGURE, {"hips": before.heads[before.index["hips"]] + way})
    assert not balanced(leaning).stands
    brought = over_the_feet(leaning)
    found = balanced(brought)
    assert found.stands and found.margin > 0.005
    np.testing.assert_allclose(feet(brought), feet(leaning), atol=1e-5 * HEIGHT)
    assert over_the_feet(brought) is brought


def test_one_leg_bears_the_body() -> None:
    one = FIGURE.with_rig(FIGURE.rig.changed(pins=(Pin("foot.L", rotation=True),)))
    assert balanced(over_the_feet(one)).stands


def test_what_holds_the_body_away_from_its_feet_is_told_after_a_few_pulls(monkeypatch) -> None:
    """Each pull of a large figure takes tenths of a second, and the window waits."""
    pulls: list[str] = []
    nearer = balancing._nearer
    monkeypatch.setattr(balancing, "_nearer", lambda *given: pulls.append("") or nearer(*given))
    held = FIGURE.with_rig(FIGURE.rig.changed(pins=(*FIGURE.rig.pins, Pin("hips"), Pin("chest"), Pin("head"))))
    before = solver.evaluate(held)
    forward = before.heads[before.index["hips"]] + (0.0, -0.4, -0.1)
    leaning = Document.of(held.figure).posed(pull(FIGURE, {"hips": forward}).figure.pose.bones)
    assert balanced(leaning).held
    with pytest.raises(ValueError, match="does not come over the feet"):
        over_the_feet(leaning)
    assert 1 <= len(pulls) <= 3


def in_pose(name: str, *pins: Pin) -> Document:
    """The figure in a pose that ships, with more pins."""
    posed = mixed(FIGURE, pose.read_pose(FOLDER / "poses" / "humanoid" / f"{name}.pose.json").pose, 1.0)
    return posed.with_rig(posed.rig.changed(pins=(*posed.rig.pins, *pins)))


def test_who_sits_is_borne_by_what_there_is_under_the_thighs() -> None:
    """The seat goes from hip joints to the middle of the thighs, and the feet stand before it."""
    sitting = in_pose("Sit")
    found, seen = balanced(sitting), solver.evaluate(sitting)
    assert found.stands and found.sits and not found.held
    back = max(y for _x, y in found.support)
    assert isclose(back, max(seen.heads[seen.index[thigh], 1] for thigh in ("thigh.L", "thigh.R")), abs_tol=1e-9)
    assert not balanced(in_pose("Stand")).sits and not balanced(in_pose("Crouch")).sits, "these are over their feet"
    in_the_air = sitting.rig.changed(pins=())
    up = np.array((0.0, 0.0, 0.4))
    assert not balance(in_the_air, None, seen.heads + up, seen.tails + up).support, "a jump with drawn-up knees"


def test_pins_in_the_air_hold_whoever_is_not_over_the_feet() -> None:
    """Who pushes a wall falls without it. The hands that lean there are part of the support."""
    assert balanced(in_pose("Push")).margin < 0.0 and not balanced(in_pose("Push")).held
    leaning = in_pose("Push", Pin("hand.L"), Pin("hand.R"))
    found, seen = balanced(leaning), solver.evaluate(leaning)
    assert found.held and found.stands
    assert min(y for _x, y in found.support) < seen.tails[seen.index["hand.L"], 1] + 1e-9
    assert not balanced(in_pose("Stand", Pin("hand.L"))).held, "the feet carry it"
    hanging = Document.of(in_pose("Cheer").rig.changed(pins=(Pin("hand.L"), Pin("hand.R"))))
    seen, up = solver.evaluate(hanging), np.array((0.0, 0.0, 1.0))
    assert balance(hanging.rig, None, seen.heads + up, seen.tails + up).held


def test_feet_behind_kneeling_knees_count_with_their_toes_tucked_up() -> None:
    """Without a pin: the ankle is in the air, the ball of the foot on the floor."""
    kneeling = in_pose("Kneel")
    free = kneeling.with_rig(kneeling.rig.changed(pins=(Pin("foot.L", rotation=True, on_ground=True),)))
    seen = solver.evaluate(free)
    ball, ankle = seen.tails[seen.index["foot.R"]], seen.heads[seen.index["foot.R"]]
    assert ankle[2] > 0.1 and ball[2] < 0.03
    assert inside_by(balanced(free).support, ball[:2]) > -1e-9


@pytest.mark.parametrize("name", ["Stand", "Kneel", "Sit on the floor", "Sit"])
def test_what_rests_on_raised_ground_rests_as_on_the_floor(name: str) -> None:
    flat = in_pose(name)
    seen, up = solver.evaluate(flat), np.array((0.0, 0.0, 0.7))
    there, here = balance(flat.rig, Floor(height=0.7), seen.heads + up, seen.tails + up), balanced(flat)
    assert np.allclose(there.support, here.support) and isclose(there.margin, here.margin, abs_tol=1e-9)
    assert not balance(flat.rig, None, seen.heads + up, seen.tails + up).support


@pytest.mark.parametrize("name", ["Kneel", "Sit on the floor"])
def test_knees_hands_and_what_is_sat_on_bear_the_body_too(name: str) -> None:
    down = mixed(FIGURE, pose.read_pose(FOLDER / "poses" / "humanoid" / f"{name}.pose.json").pose, 1.0)
    found = balanced(down)
    assert found.stands and found.margin > 0.02
    evaluated = solver.evaluate(down)
    up = np.array((0.0, 0.0, 0.3))
    assert not balance(down.rig, None, evaluated.heads + up, evaluated.tails + up).support


def test_a_foot_that_swings_low_over_the_floor_bears_nothing() -> None:
    one = FIGURE.with_rig(FIGURE.rig.changed(pins=(Pin("foot.L", rotation=True),)))
    corners = np.array(balanced(one).support)
    assert corners[:, 0].min() > 0.0
