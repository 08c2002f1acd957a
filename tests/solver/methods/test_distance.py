"""Distances are kept exactly wherever a chain can keep them, near full reach too, and never overdone."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Distance, Document, Ik, Joint, Rig, Transform
from pantin.rigs.constraints.acting import Side
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import evaluate
from tests.cases import case_document
from tests.solver.methods.limited_chains import ELLIPSE
from tests.solver.sample_chains import bone, chain, end, handle, length, reach, some_reachable

PLACES = {
    "above": (0.0, 0.0, 3.0),
    "before the tip": (0.0, 0.0, 2.95),
    "within": (1.0, 1.0, 1.0),
    "low": (0.0, -2.9, 0.5),
    "out of reach": (0.0, 0.0, 4.0),
    "behind": (0.0, 0.0, -2.99),
    "at the root": (0.0, 0.0, 0.0),
}
RADII = (0.0, 0.1, 0.5, 1.0, 2.0, 2.9, 5.0)


def asked(keep: Side, radius: float, now: float, least: float, most: float) -> float:
    """The distance to end at, from one that is `now`, where those between `least` and `most` can be reached."""
    if keep == "inside":
        return max(min(now, radius), least)
    return min(max(now if keep == "outside" else radius, radius, least), most)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("keep", ["inside", "outside", "surface"])
def test_a_free_chain_ends_exactly_where_the_sphere_begins(keep: Side, place: str) -> None:
    """Three bones of a metre: what they reach is a ball of 3 m about the root."""
    document = case_document("distance-outside-overshoots")
    target, bones = document.rig.by_name["t"], document.rig.bones
    centre = np.array(PLACES[place])
    moved = replace(target, head=PLACES[place], tail=(*PLACES[place][:2], PLACES[place][2] + 0.2))
    now, away = float(np.linalg.norm(np.array(bones[2].tail) - centre)), float(np.linalg.norm(centre))
    for radius in RADII:
        goal = Distance(owner="b2", target="t", keep=keep, radius=radius)
        stands = evaluate(Document.of(Rig(bones=(*bones[:3], moved), constraints=(goal,))))
        there = float(np.linalg.norm(stands.tails[2] - centre))
        wanted = asked(keep, radius, now, max(away - 3.0, 0.0), away + 3.0)
        assert there == pytest.approx(wanted, abs=1e-6), radius


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("keep", ["inside", "outside", "surface"])
@pytest.mark.parametrize("seed", range(4))
def test_chains_with_a_hole_about_their_root_do_so_too(seed: int, keep: Side, count: int) -> None:
    """A long bone and short ones leave out what is near the root."""
    bones = chain(count, seed)
    lengths = [length(b) for b in bones]
    total, inner = sum(lengths), max(2.0 * max(lengths) - sum(lengths), 0.0)
    rng = np.random.default_rng(seed)
    for radius in total * np.array((0.0, 0.05, 0.4, 1.1)):
        centre = 0.6 * total * rng.normal(size=3)
        goal = Distance(owner=bones[-1].name, target="goal", keep=keep, radius=float(radius))
        document = Document.of(Rig(bones=(*bones, handle("goal", centre)), constraints=(goal,)))
        there = float(np.linalg.norm(end(evaluate(document), bones) - centre))
        now, away = float(np.linalg.norm(np.array(bones[-1].tail) - centre)), float(np.linalg.norm(centre))
        wanted = asked(keep, float(radius), now, max(away - total, inner - away, 0.0), away + total)
        assert there == pytest.approx(wanted, abs=1e-6 * total)


@pytest.mark.parametrize("joint", [Joint(), ELLIPSE], ids=["free", "limited"])
@pytest.mark.parametrize("seed", range(6))
def test_inside_is_no_deeper_than_the_sphere(seed: int, joint: Joint) -> None:
    bones = chain(4, seed, joint)
    place = some_reachable(bones, seed)
    for radius in (0.05, 0.2, 0.6):
        goal = Distance(owner="b3", target="goal", keep="inside", radius=radius)
        document = Document.of(Rig(bones=(*bones, handle("goal", place)), constraints=(goal,)))
        now = float(np.linalg.norm(np.array(bones[-1].tail) - place))
        there = float(np.linalg.norm(end(evaluate(document), bones) - place))
        assert there == pytest.approx(min(now, radius), abs=1e-6 * reach(bones))


@pytest.mark.parametrize("radius", [0.0, 1e-9, 1e-4, 0.2])
def test_beside_other_goals_a_distance_is_exact_and_no_deeper(radius: float) -> None:
    """An arm of four bones whose elbow is held near a post while its end has a place to go to."""
    bones = chain(5, 2)
    pose = {b.name: Transform(rotation=(0.1, 0.05, -0.1, 0.9882)) for b in bones}
    reached = evaluate(with_transforms(Document.of(Rig(bones=bones)), pose))
    middle, tip = reached.tails[2], reached.tails[4]
    goals = (
        Ik(owner="b4", target="goal"),
        Distance(owner="b2", target="post", keep="inside", radius=radius),
    )
    extra = (handle("goal", tip), handle("post", middle))
    stands = evaluate(Document.of(Rig(bones=(*bones, *extra), constraints=goals)))
    now = float(np.linalg.norm(np.array(bones[2].tail) - middle))
    there = float(np.linalg.norm(stands.tails[2] - middle))
    assert stands.goals[0].residual < 1e-5 * reach(bones)
    assert there == pytest.approx(min(now, radius), abs=2e-6 * reach(bones))


def test_a_goal_that_needs_a_bone_deeper_gets_it_there() -> None:
    """The end has to go to the middle of the sphere: its distance does not keep it on the surface."""
    bones = (bone("b0", (0, 0, 0), (0, 0.1, 1)), bone("b1", (0, 0.1, 1), (0, 0, 2), parent="b0", connected=True))
    extra = (handle("goal", (0.0, 1.0, 1.0)), handle("post", (0.0, 1.0, 1.05)))
    goals = (Ik(owner="b1", target="goal"), Distance(owner="b1", target="post", keep="inside", radius=0.5))
    stands = evaluate(Document.of(Rig(bones=(*bones, *extra), constraints=goals)))
    assert [goal.reached for goal in stands.goals] == [True, True]
