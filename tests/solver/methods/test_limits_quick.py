"""Limited chains take few steps, and come as near to their goals as any of many starts."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import Bone, Document, Ik, Joint, Rig, Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.solver import Evaluated, evaluate
from pantin.solver.edits.posing.posing import solved_rotations
from tests.bench.measuring.subjects import KINDS, aimed, chain, posed, reaching, some_turns
from tests.oracle.cases import case_of
from tests.oracle.figures import SPECS
from tests.solver.reference import overshoot, turn_from_rest

BALL = Joint(limit=((-0.9, 1.3), (-0.6, 0.8), (-0.5, 1.1)))
KNEE = Joint(limit=((-0.1, 2.3), None, None), lock=(False, True, True))

UNMET = {spec["id"]: spec for spec in SPECS if spec["family"] == "h"}
OTHERS = {spec["id"]: spec for spec in SPECS if spec["family"] in "ij"}


def steps(evaluated: Evaluated) -> int:
    return sum(goal.iterations for goal in evaluated.goals)


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("h-073-mixpole", 80),
        ("h-074-mixpole", 65),
        ("h-045-lim3", 120),
        ("h-043-lim3", 150),
        ("h-041-lim3", 150),
        ("h-016-hingey", 120),
        ("h-039-lim3", 120),
        ("h-054-lockpose", 80),
        ("h-006-kneelim", 60),
    ],
)
def test_a_goal_that_nothing_reaches_takes_a_hundred_steps(name: str, most: int) -> None:
    """They took up to eight thousand, most of them after nothing was gained any more, or in vain restarts."""
    assert steps(case_of(UNMET[name]).evaluate()) <= most


@pytest.mark.parametrize("name", ["h-024-lockx", "h-015-hingex", "h-029-lockz", "h-057-lockpose"])
def test_an_answer_is_compared_only_with_those_that_promise_to_be_nearer(name: str) -> None:
    """Two more were always sought, from wherever chance began: 60 to 100 steps."""
    found = case_of(UNMET[name]).evaluate()
    assert found.goals[0].reached
    assert steps(found) <= 40


@pytest.mark.parametrize(("name", "most"), [("h-026-lockz", 45), ("h-014-hingez", 54)])
def test_a_start_that_plainly_leads_to_a_farther_answer_is_given_up(name: str, most: int) -> None:
    """It was followed to its end, and settled there."""
    found = case_of(UNMET[name]).evaluate()
    assert found.goals[0].reached
    assert steps(found) <= most


@pytest.mark.parametrize("name", ["j-029-inf0.25", "i-012-rot", "i-005-rot"])
def test_a_rotation_that_puts_the_last_bone_out_of_reach_starts_no_search(name: str) -> None:
    """Where the bone begins follows from its end and its rotation: the chain does not lead there from any pose."""
    found = case_of(OTHERS[name]).evaluate()
    assert not found.goals[0].reached
    assert steps(found) <= 60


def test_a_goal_for_a_rotation_alone_is_met_wherever_its_position_is() -> None:
    """Its position had to be reached too, though it had no weight: twelve restarts in vain."""
    found = case_of(OTHERS["i-021-rotonly"]).evaluate()
    assert found.goals[0].rotation_residual < 1e-6
    assert steps(found) <= 20


@pytest.mark.parametrize("seed", range(8))
def test_a_limb_within_its_limits_takes_a_step_or_two(seed: int) -> None:
    bones, document = limb(seed)
    rng = np.random.default_rng(seed)
    for _ in range(10):
        there = evaluate(posed(document, bones, some_turns(rng, bones, 1.5)))
        found = evaluate(aimed(document, there.tails[there.index["b1"]]))
        assert found.goals[0].reached
        assert steps(found) <= 12
        assert_inside(found, document)


@pytest.mark.parametrize("seed", range(6))
def test_a_limb_comes_as_near_as_any_of_many_poses(seed: int) -> None:
    """Restarts kept the nearer of two answers, which might be half the limb away from the nearest."""
    bones, document = limb(seed)
    rng = np.random.default_rng(seed)
    tried = [evaluate(posed(document, bones, some_turns(rng, bones, 3.0))) for _ in range(60)]
    ends = np.array([found.tails[found.index["b1"]] for found in tried])
    for _ in range(6):
        way = rng.normal(size=3)
        goal = way / np.linalg.norm(way) * rng.uniform(0.3, 1.2)
        found = evaluate(aimed(document, goal))
        assert_inside(found, document)
        assert found.goals[0].residual <= np.linalg.norm(ends - goal, axis=1).min() + 1e-9


def test_a_limb_swivels_no_farther_from_its_pole_than_its_limits_make_it() -> None:
    """The pole is carried round the limb: where limits leave its side, the limb bends there exactly."""
    bones, free = limb(2)
    on_side, off_side = 0, 0
    for turn in np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False):
        found, off = poled(bones, free, turn)
        assert found.goals[0].reached
        assert_inside(found, found_document(bones, free, turn))
        on_side += off < 1e-6
        off_side += off >= 1e-6
    assert on_side >= 3
    assert off_side >= 3


def poled(bones: tuple[Bone, ...], document: Document, turn: float) -> tuple[Evaluated, float]:
    """The limb with a pole at this angle, and how far from there it bends, radians."""
    found = evaluate(found_document(bones, document, turn))
    goal, pole, joint = (found.heads[found.index[name]] for name in ("goal", "pole", "b1"))
    line = goal / np.linalg.norm(goal)
    bent, side = (v - (v @ line) * line for v in (joint, pole))
    cosine = bent @ side / (np.linalg.norm(bent) * np.linalg.norm(side))
    return found, float(np.arccos(np.clip(cosine, -1.0, 1.0)))


def found_document(bones: tuple[Bone, ...], document: Document, turn: float) -> Document:
    """The limb aimed at where it can be, with a pole."""
    there = evaluate(posed(document, bones, np.array(((0.3, 0.1, 0.2), (0.9, 0.0, 0.0)))))
    goal = there.tails[there.index["b1"]]
    line = goal / np.linalg.norm(goal)
    across = np.cross(line, (1.0, 0.0, 0.0))
    across /= np.linalg.norm(across)
    x, y, z = (0.5 * goal + np.cos(turn) * across + np.sin(turn) * np.cross(line, across)).tolist()
    pole = Bone("pole", None, (x, y, z), (x, y + 0.1, z), kind="pole")
    ik = Ik(owner="b1", target="goal", pole="pole")
    rig = Figure(name="limb", rig=Rig(bones=(*document.rig.bones, pole), constraints=(ik,)))
    return aimed(Document.of(rig), goal)


def limb(seed: int) -> tuple[tuple[Bone, ...], Document]:
    """A ball and a hinge, whose goal is to be placed."""
    bones = chain(2, (BALL, KNEE), seed)
    return bones, reaching(bones)


def assert_inside(found: Evaluated, document: Document) -> None:
    for bone in document.rig.bones:
        assert overshoot(bone.joint, turn_from_rest(document.rig, found, bone.name)) <= 1e-6, bone.name


@pytest.mark.parametrize("kind", ["limb", "spine"])
def test_nothing_is_nearer_than_a_pose_out_of_reach(kind: str) -> None:
    """Solving again from there gains nothing."""
    bones = chain(3, KINDS[kind], 4)
    document = reaching(bones)
    goal = np.array((0.3, -0.2, -0.6))
    found = evaluate(aimed(document, goal))
    left = found.goals[0].residual
    assert left > 0.01
    posed_so = with_transforms(aimed(document, goal), solved_rotations(document, found, [b.name for b in bones]))
    assert evaluate(posed_so).goals[0].residual == pytest.approx(left, abs=1e-7)


def test_a_rotation_that_few_restarts_reach_is_reached() -> None:
    """Restarts for a rotation end at many misses that look alike: they are no sign that nothing is nearer."""
    document = reaching(chain(5, KINDS["limb"], 3), rotation=True)
    goal = Transform(
        location=(-0.396785644402734, -0.5735080111699243, -0.046644802292164875),
        rotation=(0.012190681720492725, -0.3215649294433369, 0.7500060078237237, 0.5778740101956584),
    )
    assert evaluate(with_transforms(document, {"goal": goal})).goals[0].reached
