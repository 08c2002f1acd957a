"""Several figures in one scene: constraints that look at bones of others, places, ground, circles, what is kept."""

from __future__ import annotations

import json

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Bone, CopyLocation, CopyRotation, CopyTransforms, Document, Ik, Rig, Transform
from pantin.rigs.constraints import (
    ChildOf,
    Constraint,
    DampedTrack,
    Distance,
    LimitDistance,
    LimitLocation,
    LockedTrack,
    Pivot,
    StretchTo,
    TrackTo,
    Transformation,
)
from pantin.rigs.constraints import (
    Floor as FloorConstraint,
)
from pantin.rigs.editing.grounds import with_ground
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import BoneRef
from pantin.rigs.figure import Figure
from pantin.rigs.figure_order import order_of_figures
from pantin.rigs.ground.kinds import Floor, Ground, Heights, Slope, Steps
from pantin.rigs.ground.surface import surface
from pantin.rigs.place import HERE, Place
from pantin.rigs.scene import Scene
from pantin.solver import evaluate, evaluate_figures, evaluate_many, pose_rows
from pantin.solver.edits.posing.hanging import hung
from pantin.solver.edits.posing.posing import Translation
from pantin.solver.edits.pulling.pull import pull
from pantin.solver.ground.legs import legs_of, sole_points

THERE = Place((2.0, -1.0, 0.5), 0.7, 1.5)
HALF = 0.35
TURNED = Transform((0.1, 0.2, 0.3), (np.sin(HALF), 0.0, 0.0, np.cos(HALF)))


def stick(name: str, *constraints: Constraint, place: Place = HERE, **posed: Transform) -> Figure:
    """A figure of two bones, one above the other, each 1 m long."""
    bones = (Bone("low"), Bone("high", parent="low", head=(0.0, 0.0, 1.0), tail=(0.0, 0.0, 2.0)))
    return Figure(name=name, place=place, rig=Rig(bones=bones, constraints=constraints)).posed(posed)


def in_world(document: Document, figure: str, bone: str) -> np.ndarray:
    """The matrix (4, 4) of a bone in world space, put together by hand."""
    place = document.scene.figure(figure).place
    turn = np.array(
        (
            (np.cos(place.heading), -np.sin(place.heading), 0.0),
            (np.sin(place.heading), np.cos(place.heading), 0.0),
            (0.0, 0.0, 1.0),
        )
    )
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = place.size * turn, place.location
    return matrix @ evaluate_figures(document)[figure].matrix(bone)


def scene(*figures: Figure, ground: Ground | None = None) -> Document:
    return Document.in_scene(Scene(figures, ground))


def test_a_bone_takes_the_place_of_one_in_another_figure() -> None:
    hand = stick("hand", low=TURNED)
    sword = stick("sword", CopyTransforms(owner="low", target=BoneRef("high", "hand")), place=THERE)
    document = scene(sword, hand)
    np.testing.assert_allclose(in_world(document, "sword", "low"), in_world(document, "hand", "high"), atol=1e-12)
    moved = scene(sword, replace(hand, place=Place((0.0, 3.0, 0.0), -1.0, 0.5)))
    np.testing.assert_allclose(in_world(moved, "sword", "low"), in_world(moved, "hand", "high"), atol=1e-12)


def test_ik_reaches_for_a_bone_of_another_figure() -> None:
    ball = Figure(name="ball", place=THERE, rig=Rig(bones=(Bone("ball", head=(0.2, 0.1, 0.0), tail=(0.2, 0.1, 0.1)),)))
    bent = {"low": Transform(rotation=(0.1, 0.0, 0.0, 0.995))}
    arm = stick("arm", Ik(owner="high", target=BoneRef("ball", "ball")), place=Place((2.5, 0.0, 0.0), 0.3)).posed(bent)
    document = scene(arm, ball)
    evaluated = evaluate(document)
    assert [goal.reached for goal in evaluated.goals] == [True] and evaluated.names == ("low", "high")
    end = in_world(document, "arm", "high") @ (0.0, 1.0, 0.0, 1.0)
    np.testing.assert_allclose(end, in_world(document, "ball", "ball")[:, 3], atol=1e-4)


@pytest.mark.parametrize("space", ["local", "local_with_parent", "pose"])
def test_spaces_of_another_figure_are_those_of_its_own_bones(space: str) -> None:
    """Where both stand in one place, the copy is that of a bone in the same rig."""
    parts = {"owner": "high", "target_space": space, "owner_space": "local" if space == "local" else "pose"}
    one = stick("one", low=TURNED, high=TURNED)
    among = scene(stick("two", CopyRotation(target=BoneRef("high", "one"), **parts)), one)
    both = Rig(
        bones=(
            *one.rig.bones,
            *(replace(b, name=f"{b.name} 2", parent=b.parent and f"{b.parent} 2") for b in one.rig.bones),
        ),
        constraints=(CopyRotation(**{**parts, "owner": "high 2"}, target="high"),),
    )
    alone = evaluate(Document.of(both).posed({"low": TURNED, "high": TURNED}))
    np.testing.assert_allclose(evaluate(among).matrix("high")[:3, :3], alone.matrix("high 2")[:3, :3], atol=1e-12)


def test_a_custom_space_may_be_that_of_a_bone_of_another_figure() -> None:
    """A head that may go no further than 0.2 m along X of the hand stands there, in the axes of the hand."""
    hand = stick("hand", place=THERE, low=TURNED)
    limit = LimitLocation(
        owner="low",
        owner_space="custom",
        space_bone=BoneRef("high", "hand"),
        lower=(0.2, 0.0, 0.1),
        upper=(0.2, 0.0, 0.1),
    )
    document = scene(stick("sword", limit, place=Place((0.0, 3.0, 0.0), -1.0, 0.5)), hand)
    wanted = in_world(document, "hand", "high") @ (0.2, 0.0, 0.1, 1.0)
    np.testing.assert_allclose(in_world(document, "sword", "low")[:, 3], wanted, atol=1e-9)
    alone = replace(limit, space_bone=BoneRef("gone", "hand"))
    resting = scene(stick("sword", alone), hand)
    assert evaluate(resting).matrices.tobytes() == evaluate(scene(stick("sword"))).matrices.tobytes()
    idle = replace(limit, owner_space="pose")
    back = stick("hand", CopyLocation(owner="low", target=BoneRef("low", "sword")))
    assert not order_of_figures(Scene((stick("sword", idle), back))).circles, "a space that does not count is no look"


def test_what_looks_at_nothing_else_is_posed_to_the_same_bits_in_any_company() -> None:
    document = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")
    alone = evaluate(document)
    company = Document(Scene((document.figure, stick("other", place=THERE))), document.active_figure)
    assert evaluate(company).matrices.tobytes() == alone.matrices.tobytes()
    elsewhere = Document.of(replace(document.figure, place=THERE))
    assert evaluate(elsewhere).matrices.tobytes() == alone.matrices.tobytes()


def test_figures_go_in_the_order_of_what_they_look_at_and_circles_are_cut_at_the_first() -> None:
    a = stick("a", CopyLocation(owner="low", target=BoneRef("high", "b")))
    b = stick("b", CopyLocation(owner="low", target=BoneRef("high", "c")))
    c = stick("c", low=TURNED)
    assert order_of_figures(Scene((a, b, c))) == (("c", "b", "a"), ())
    closed = stick("c", CopyLocation(owner="low", target=BoneRef("high", "a")), low=TURNED)
    order = order_of_figures(Scene((a, b, closed)))
    assert order.circles == (("a", "b", "c"),) and order.names == ("a", "c", "b")
    document = scene(a, b, closed)
    free = evaluate(scene(stick("a")))
    assert evaluate(document).matrices.tobytes() == free.matrices.tobytes(), "the first of a circle looks at none"
    np.testing.assert_allclose(
        in_world(document, "c", "low")[:3, 3], in_world(document, "a", "high")[:3, 3], atol=1e-12
    )


@pytest.mark.parametrize("ref", [BoneRef("gone", "hand"), BoneRef("high", "gone")])
def test_a_constraint_rests_whose_bone_is_not_there(ref: BoneRef) -> None:
    document = scene(stick("arm", CopyTransforms(owner="low", target=ref), low=TURNED), stick("hand"))
    assert evaluate(document).matrices.tobytes() == evaluate(scene(stick("arm", low=TURNED))).matrices.tobytes()


def test_a_figure_that_did_not_change_is_not_posed_again() -> None:
    hand, sword = stick("hand", low=TURNED), stick("sword", CopyTransforms(owner="low", target=BoneRef("high", "hand")))
    document = scene(sword, hand, stick("tree", place=THERE))
    first = evaluate_figures(document)
    moved = document.editing("hand").posed({"low": Transform((0.0, 0.0, 0.2))})
    after = evaluate_figures(moved)
    assert after["tree"] is first["tree"] and after["hand"] is not first["hand"]
    assert after["sword"] is not first["sword"] and evaluate_figures(moved)["sword"] is after["sword"]


def test_a_clip_is_posed_among_others_as_each_frame_is() -> None:
    document = scene(
        stick("sword", CopyLocation(owner="high", target=BoneRef("high", "hand"))), stick("hand", low=TURNED)
    )
    rows = np.array([pose_rows(document.posed({"low": Transform((0.1 * n, 0.0, 0.0))})) for n in range(5)])
    frames = evaluate_many(document, rows)
    assert frames.shape == (5, 2, 4, 4)
    for n, frame in enumerate(frames):
        single = evaluate(document.posed({"low": Transform((0.1 * n, 0.0, 0.0))}))
        assert frame.tobytes() == np.asarray(single.matrices).tobytes()


GROUNDS = {
    "floor": Floor(height=0.3),
    "slope": Slope(height=0.1, angle=0.2, heading=0.4),
    "steps": Steps(start=0.2, rise=0.15, tread=0.5, heading=2.0),
    "heights": Heights(rows=((0.0, 0.1, 0.2), (0.1, 0.2, 0.1), (0.3, 0.1, 0.0)), cell=1.5, x=0.5, y=-0.25, heading=0.3),
}


@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
@pytest.mark.parametrize("place", [Place((0.4, -0.3, 0.2), 1.1), Place((-0.5, 0.2, 0.0), -2.0, 0.5)])
def test_feet_stand_on_the_ground_of_the_world_wherever_the_figure_is(ground: Ground, place: Place) -> None:
    person = rigs.read(FOLDER / "rigs" / "humanoid.rig.json").figure
    document = with_ground(Document.of(replace(person, place=place)), ground)
    evaluated = evaluate(document)
    for leg in legs_of(document.rig, document.ground):
        sole = np.column_stack((sole_points(leg, evaluated.matrices), np.ones(len(leg.sole.points))))
        world = (sole @ place.matrix.T)[:, :3]
        over = world[:, 2] - surface(ground, world).heights
        assert over.min() > -2e-3 * place.size, "no sole goes through the ground"
        if leg.sole.foot == "foot.L" and isinstance(ground, Floor | Slope):
            assert over.max() < 0.03 * place.size, "it lies flat"


@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
def test_ground_seen_from_a_place_is_the_same_ground(ground: Ground) -> None:
    points = np.random.default_rng(3).uniform(-2.0, 2.0, (200, 2))
    document = with_ground(Document.of(Figure(place=THERE)), ground)
    assert document.ground is not None
    seen = surface(document.ground, points)
    world = np.column_stack((points, seen.heights, np.ones(len(points)))) @ THERE.matrix.T
    under = surface(ground, world)
    np.testing.assert_allclose(under.heights, world[:, 2], atol=1e-9)
    np.testing.assert_allclose(seen.normals @ (THERE.matrix[:3, :3] / THERE.size).T, under.normals, atol=1e-9)


def test_a_place_and_its_inverse_undo_each_other() -> None:
    np.testing.assert_allclose(THERE.inverse.matrix @ THERE.matrix, np.eye(4), atol=1e-12)


BETWEEN = (
    ChildOf,
    CopyLocation,
    CopyRotation,
    CopyTransforms,
    DampedTrack,
    LimitDistance,
    LockedTrack,
    Pivot,
    StretchTo,
    TrackTo,
    Transformation,
    FloorConstraint,
)
OTHER, ITS_ROOT = BoneRef("high", "other"), BoneRef("low", "other")
LOOKING: tuple[Constraint, ...] = (
    *(kind(owner="hand.L", target=OTHER) for kind in BETWEEN),
    Ik(owner="forearm.L", target=OTHER, pole=ITS_ROOT),
    Distance(owner="forearm.L", target=OTHER, radius=0.3),
)


@pytest.mark.parametrize("constraint", LOOKING, ids=lambda each: type(each).__name__)
def test_every_kind_may_look_at_another_figure_is_saved_and_can_be_pulled(constraint: Constraint, tmp_path) -> None:
    person = rigs.read(FOLDER / "rigs" / "humanoid.rig.json").figure
    rig = person.rig.changed(constraints=(*person.rig.constraints, constraint))
    document = scene(replace(person, rig=rig), stick("other", place=Place((0.5, -0.2, 0.3)), low=TURNED))
    rigs.write(document, tmp_path / "both.scene.json")
    assert rigs.read(tmp_path / "both.scene.json") == document
    last = json.loads((tmp_path / "both.scene.json").read_text("utf-8"))["figures"][0]["rig"]["constraints"][-1]
    assert last["target"] == {"bone": "high", "figure": "other"}
    evaluated = evaluate(document)
    assert np.isfinite(evaluated.matrices).all() and len(evaluated.names) == len(person.rig.bones)
    away = with_transforms(document, {"chest": TURNED})
    assert np.isfinite(evaluate(away).matrices).all()
    assert np.isfinite(evaluate(pull(document, {"hand.R": (-0.4, -0.3, 1.2)})).matrices).all()


@pytest.mark.parametrize("flags", [{"inherit_rotation": False}, {"inherit_scale": "none"}, {"local_location": False}])
def test_a_bone_that_inherits_not_all_is_looked_at_where_it_is(flags: dict) -> None:
    """The other figure is turned and larger; its bone goes with its place all the same."""
    hand = stick("hand", place=THERE, low=TURNED, high=Transform((0.1, 0.0, 0.2), TURNED.rotation))
    low, high = hand.rig.bones
    hand = replace(hand, rig=Rig(bones=(low, replace(high, **flags))))
    document = scene(stick("sword", CopyTransforms(owner="low", target=BoneRef("high", "hand"))), hand)
    np.testing.assert_allclose(in_world(document, "sword", "low"), in_world(document, "hand", "high"), atol=1e-12)


def test_two_figures_of_the_same_bones_are_told_apart_after_a_circle_between_them_changes() -> None:
    """A looks at B and C, which have one rig; first B looks back at A, then C."""
    looks = tuple(
        CopyLocation(owner=owner, target=BoneRef("high", name)) for owner, name in (("low", "b"), ("high", "c"))
    )
    back = CopyLocation(owner="low", target=BoneRef("high", "a"), influence=0.5)
    bones = stick("b").rig.bones
    a = stick("a", *looks)

    def posed(b: tuple[Constraint, ...], c: tuple[Constraint, ...]) -> np.ndarray:
        others = (
            Figure(name="b", rig=Rig(bones=bones, constraints=b)),
            Figure(name="c", rig=Rig(bones=bones, constraints=c)),
        )
        return np.array(evaluate(scene(a, *(each.posed({"high": TURNED}) for each in others))).matrices)

    first, second = posed((back,), ()), posed((), (back,))
    np.testing.assert_array_equal(first, posed((back,), ()))
    assert np.abs(first - second).max() > 0.1


def test_a_circle_is_cut_where_that_lets_all_others_look() -> None:
    def looking(name: str, *others: str) -> Figure:
        return stick(name, *(CopyLocation(owner="low", target=BoneRef("high", other)) for other in others))

    order = order_of_figures(Scene((looking("a", "b", "d"), looking("b", "a"), looking("d", "e"), looking("e", "d"))))
    assert order.circles == (("d", "e"), ("a", "b")) and order.names == ("d", "e", "a", "b")
    assert order.looked_at(looking("a", "b", "d")) == ("d",)


@pytest.mark.parametrize("place", [HERE, Place((1.0, 0.0, 0.0), np.pi / 2, 2.0)])
def test_what_hangs_on_the_hand_of_another_figure_goes_where_it_is_dragged(place: Place) -> None:
    hand = stick("hand", place=place, low=TURNED)
    sword = stick("sword", ChildOf(owner="low", target=BoneRef("high", "hand")))
    document = scene(sword, hand)
    before = evaluate(document)
    moved = Translation(document, before, ("low",)).by((0.0, 0.5, 0.0))
    way = evaluate(moved).matrix("low")[:3, 3] - before.matrix("low")[:3, 3]
    np.testing.assert_allclose(way, (0.0, 0.5, 0.0), atol=1e-9)


def test_a_bone_that_is_hung_on_another_figure_stays_where_it_was() -> None:
    document = scene(stick("sword", ChildOf(owner="low"), low=TURNED), stick("hand", place=THERE, low=TURNED))
    target = replace(document.rig.constraints[0], target=BoneRef("high", "hand"))
    after = document.with_rig(document.rig.changed(constraints=(target,)))
    hung_on = hung(document, after, 0)
    np.testing.assert_allclose(evaluate(hung_on).matrices, evaluate(document).matrices, atol=1e-9)
    away = hung_on.editing("hand").posed({}).editing("sword")
    assert np.abs(evaluate(away).matrices - evaluate(document).matrices).max() > 0.1, "it goes with the hand"
