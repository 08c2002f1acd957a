"""Ground: bones, what carries them and what brings them to their places stay above the ground of the rig."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.resources import FOLDER
from pantin.rigs import Bone, Document, Ik, Rig, SplineIk, Transform, read
from pantin.rigs.constraints import AboveGround
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.ground.kinds import Floor, Ground, Heights, Steps
from pantin.rigs.ground.presets import PRESETS
from pantin.rigs.ground.surface import surface
from pantin.solver import Grab, evaluate, evaluate_many, pose_rows, simulate
from pantin.solver.constraints.ground_heights import EASE, height_at
from pantin.solver.constraints.ground_rows import ground_rows
from pantin.solver.edits.pulling.pull import pull
from tests.solver.ground.grounds import GROUNDS

NUMBERS = st.floats(-3.0, 3.0)
DEEPEST = -1e-9


def height(ground: Ground, x: float, y: float) -> float:
    return float(height_at(ground_rows(ground), x, y))


def tail(kind: str = "bone", ground: Ground | None = None, **settings: Any) -> Document:
    """A tail of four bones half a metre above the floor, whose end is not to go through the ground."""
    joints = [(0.0, 0.3 * n, 0.5) for n in range(5)]
    bones = [
        Bone(name=f"tail{n}", parent=f"tail{n - 1}" if n else None, head=joints[n], tail=joints[n + 1], connected=n > 0)
        for n in range(4)
    ]
    above = AboveGround(owner="tail3", **settings)
    return Document.of(Rig(bones=tuple(bones), constraints=(above,))).on_ground(ground)


def turned(angle: float) -> Transform:
    """About the axis that lets a tail hang."""
    return Transform(rotation=(np.sin(angle / 2), 0.0, 0.0, np.cos(angle / 2)))


def ends(document: Document) -> np.ndarray:
    """Heads and tails of all bones (2 n, 3)."""
    evaluated = evaluate(document)
    lengths = evaluated.skeleton.lengths[:, None]
    heads = evaluated.matrices[:, :3, 3]
    return np.concatenate([heads, heads + evaluated.matrices[:, :3, 1] * lengths])


@given(ground=GROUNDS | st.builds(Floor, height=NUMBERS), x=NUMBERS, y=NUMBERS)
def test_kernels_find_the_same_ground(ground: Ground, x: float, y: float) -> None:
    """But before a step, to which points rise."""
    real = float(surface(ground, np.array([[x, y]])).heights[0])
    if isinstance(ground, Steps):
        assert real - 1e-12 <= height(ground, x, y) <= real + abs(ground.rise) + 1e-12
    else:
        assert height(ground, x, y) == pytest.approx(real, abs=1e-9)


@pytest.mark.parametrize("rise", [0.17, -0.17])
def test_a_point_goes_over_steps_without_a_jump(rise: float) -> None:
    steps = Steps(rise=rise, tread=0.3, start=0.1, count=3, heading=np.pi / 2)
    heights = np.array([height(steps, x, 0.0) for x in np.linspace(-0.5, 1.5, 4001)])
    steepest = 1.5 * abs(rise) / (EASE * 0.3)
    assert np.abs(np.diff(heights)).max() <= 1.01 * steepest * 2.0 / 4000
    assert (heights[0], heights[-1]) == (0.0, pytest.approx(3 * rise))


@given(ground=GROUNDS, angles=st.lists(st.floats(-1.5, 1.5), min_size=4, max_size=4), offset=st.floats(0.0, 0.05))
def test_a_tail_never_goes_through(ground: Ground, angles: list[float], offset: float) -> None:
    document = tail(ground=ground, offset=offset)
    document = with_transforms(document, {f"tail{n}": turned(angle) for n, angle in enumerate(angles)})
    root = document.rig.bones[0].head
    assume(root[2] - height(ground, root[0], root[1]) >= offset)
    for place in ends(document)[4:]:
        assert place[2] - height(ground, place[0], place[1]) - offset >= -1e-6


def test_bones_that_are_clear_stay_as_they_are_to_the_bit() -> None:
    document = with_transforms(tail(), {"tail2": turned(-0.2)})
    without = document.with_rig(document.rig.changed(constraints=()))
    assert (evaluate(document).matrices == evaluate(without).matrices).all()


def test_half_an_influence_takes_it_half_the_way_out() -> None:
    """Of one bone that hangs into the floor: its angle is half that of the whole."""
    bones = (Bone(name="root", tail=(0.0, 0.1, 0.0)),)
    bones = (*bones, Bone(name="arm", parent="root", head=(0.0, 0.1, 0.2), tail=(0.0, 1.1, -0.3)))

    def angle(influence: float) -> float:
        above = AboveGround(owner="arm", influence=influence)
        y = evaluate(Document.of(Rig(bones=bones, constraints=(above,)))).matrices[1, :3, 1]
        return float(np.arctan2(y[2], y[1]))

    assert angle(0.5) == pytest.approx((angle(1.0) + np.arctan2(-0.5, 1.0)) / 2)


@pytest.mark.parametrize("whole", [True, False])
def test_a_free_bone_is_lifted(whole: bool) -> None:
    handle = Bone(name="handle", head=(0.0, 0.0, 0.4), tail=(0.0, 0.0, -0.2), kind="handle")
    rig = Rig(bones=(handle,), constraints=(AboveGround(owner="handle", whole=whole),))
    document = Document.of(rig).on_ground(Floor(height=0.1))
    assert evaluate(document).matrix("handle")[2, 3] == pytest.approx(0.7 if whole else 0.4)


def arm(*more: AboveGround, ground: Ground | None = None) -> Document:
    """The sample figure, whose left hand is not to go through the ground."""
    document = read(FOLDER / "rigs" / "humanoid.rig.json")
    constraints = (*document.rig.constraints, AboveGround(owner="hand.L", offset=0.02), *more)
    return document.with_rig(document.rig.changed(constraints=constraints)).on_ground(ground)


def lowest(matrices: np.ndarray, document: Document, ground: Ground) -> float:
    """Return how far the hand is above the ground."""
    row = next(n for n, bone in enumerate(document.rig.bones) if bone.name == "hand.L")
    hand, length = (
        matrices[row],
        np.linalg.norm(np.subtract(document.rig.bones[row].tail, document.rig.bones[row].head)),
    )
    places = [hand[:3, 3], hand[:3, 3] + hand[:3, 1] * length]
    return min(float(place[2] - height(ground, place[0], place[1])) for place in places)


@pytest.mark.parametrize("kind", PRESETS)
def test_a_hand_whose_handle_is_pulled_down_stays_above(kind: str) -> None:
    ground = PRESETS[kind]
    document = arm(ground=ground)
    target = next(ik.target for ik in document.rig.constraints if isinstance(ik, Ik) and ik.owner == "forearm.L")
    handle = str(target)
    found = []
    for depth in np.linspace(0.3, 1.6, 14):
        below = with_transforms(document, {handle: moved(document, handle, (0.0, -0.3, -depth))})
        found.append(evaluate(below).matrices)
    assert min(lowest(each, document, ground) for each in found) >= 0.02 + DEEPEST
    # a clip, and Simulation
    rows = np.repeat(pose_rows(below)[None], 2, axis=0)
    assert lowest(evaluate_many(below, rows)[1], document, ground) >= 0.02 + DEEPEST
    played = below.with_rig(below.rig.changed(simulation=replace(below.rig.simulation, mode="simulation")))
    memory = None
    for _ in range(30):
        evaluated = simulate(played, memory, 1 / 30)
        memory = evaluated.memory
    assert lowest(evaluated.matrices, document, ground) >= 0.02 - 1e-3


def moved(document: Document, bone: str, by: tuple[float, float, float]) -> Transform:
    """The bone posed so far from rest, armature space."""
    axes = evaluate(document.with_rig(document.rig.changed(constraints=())).posed({})).matrix(bone)[:3, :3]
    x, y, z = (axes.T @ by).tolist()
    return Transform(location=(x, y, z))


def test_what_is_dragged_stays_above_too() -> None:
    """The goal of a drag of the chain, and of the whole body."""
    document = tail()
    pulled = evaluate(document, (Grab("tail3", 0, (0.0, 0.9, -0.4)),))
    assert pulled.goals[0].position[2] == 0.0
    assert pulled.matrix("tail3")[2, 3] + 0.3 * pulled.matrix("tail3")[2, 1] >= -1e-6
    figure = arm()
    assert lowest(evaluate(pull(figure, {"hand.L": (0.4, -0.5, -0.4)})).matrices, figure, Floor()) >= 0.02 + DEEPEST


def test_the_points_of_a_curve_are_lifted() -> None:
    document = tail()
    points = tuple(
        Bone(name=f"point{n}", head=(0.0, 0.6 * n, 0.5 - 0.4 * n), tail=(0.0, 0.6 * n, 0.6), kind="handle")
        for n in range(3)
    )
    spline = SplineIk(owner="tail3", points=tuple(point.name for point in points), chain_length=4)
    rig = replace(document.rig, bones=(*document.rig.bones, *points), constraints=(spline, *document.rig.constraints))
    assert evaluate(document.with_rig(rig)).matrix("point2")[2, 3] == pytest.approx(0.0)
    assert ends(document.with_rig(rig))[:, 2].min() > -0.02


def test_another_ground_counts_at_once() -> None:
    """Though bones and constraints are the same."""
    document = with_transforms(tail(), {"tail0": turned(-1.0)})
    low = ends(document)[:, 2].min()
    assert low == pytest.approx(0.0, abs=1e-6)
    higher = document.on_ground(Floor(height=0.2))
    assert ends(higher)[:, 2].min() == pytest.approx(0.2, abs=1e-6)


def test_a_field_of_many_heights_is_found_in_all_its_rows() -> None:
    field = Heights(rows=tuple(tuple(0.01 * (7 * i + j) for j in range(7)) for i in range(9)), cell=0.5)
    assert height(field, 0.25, -0.1) == pytest.approx(float(surface(field, np.array([[0.25, -0.1]])).heights[0]))
