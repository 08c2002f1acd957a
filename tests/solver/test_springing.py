"""Springs: against Verlet steps written after the specification, against three-vrm, and where nothing swings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Document, Transform, read
from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.editing.building.scaling import scaled
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.springs import Collider, ColliderGroup, Spring, SpringJoint, Springs
from pantin.solver import evaluate, evaluate_many
from pantin.solver.compiling import when_used
from pantin.solver.edits.poses.clips import frame_shown, frames_seen
from pantin.solver.evaluate import pose_rows
from pantin.solver.program.memory import SpringMemory
from pantin.solver.springing import settle, springs_act, swing_on
from tests.rigs.formats.gltf.spring_files import HAIR, RIBBON, SKIRT, TAIL, TO_ARMATURE, springy, turned
from tests.solver.compiling.both_ways import interpreting

STEP = 1.0 / 60.0


def straight(count: int = 4, link: float = 0.1, **how: Any) -> Document:
    """A chain along X that hangs on a post."""
    bones = [Bone("post", None, (0.0, 0.0, 0.0), (0.0, 0.0, link))]
    joints = []
    for i in range(count):
        ends = (link * i, 0.0, link), (link * (i + 1), 0.0, link)
        bones.append(Bone(f"link_{i}", bones[-1].name, *ends))
        joints.append(SpringJoint(f"link_{i}", **how))
    return Document.of(Rig(bones=tuple(bones), springs=Springs(chains=(Spring(joints=tuple(joints)),))))


def with_springs(document: Document, **fields: Any) -> Document:
    return document.with_rig(document.rig.changed(springs=replace(document.rig.springs, **fields)))


def among(document: Document, *colliders: Collider) -> Document:
    group = ColliderGroup("bodies", colliders)
    chains = tuple(replace(each, colliders=("bodies",)) for each in document.rig.springs.chains)
    return with_springs(document, colliders=(group,), chains=chains)


def unsprung(document: Document) -> np.ndarray:
    return np.array(evaluate(with_springs(document, on=False)).matrices)


def played(document: Document, steps: int, memory: SpringMemory | None = None) -> tuple[np.ndarray, SpringMemory]:
    """The matrices after so many steps in the pose of the document, and the memory of them."""
    posed = unsprung(document)
    matrices = posed.copy()
    for _ in range(max(steps, 1)):
        matrices = posed.copy()
        memory = swing_on(document.rig, matrices, memory, STEP if steps else 0.0)
    assert memory is not None
    return matrices, memory


class Verlet:
    """The joints of `straight` as the specification moves them: ends of links that point along +X at rest."""

    def __init__(self, joint: SpringJoint, spheres: list[tuple[np.ndarray, float]], link: float) -> None:
        self.joint, self.spheres, self.link = joint, spheres, link

    def begin(self, heads: np.ndarray) -> None:
        self.now = heads[1:].copy()
        self.before = heads[1:].copy()

    def step(self, root: np.ndarray, line: np.ndarray) -> np.ndarray:
        """Return the heads and the last tail after a step; `line` is where the first link would point."""
        joint, head, points = self.joint, root, [root]
        for i in range(len(self.now)):
            end = self.now[i] + (self.now[i] - self.before[i]) * (1.0 - joint.drag)
            end = end + STEP * (joint.stiffness * line + joint.gravity * np.array(joint.direction))
            end = head + self.link * (end - head) / np.linalg.norm(end - head)
            for place, radius in self.spheres:
                away = end - place
                if np.linalg.norm(away) < radius + joint.radius:
                    end = place + away / np.linalg.norm(away) * (radius + joint.radius)
                    end = head + self.link * (end - head) / np.linalg.norm(end - head)
            self.before[i], self.now[i] = self.now[i], end
            line = (end - head) / self.link
            head = end
            points.append(end)
        return np.array(points)


@pytest.mark.parametrize("drag", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("sphere", [None, ((0.22, 0.01, 0.0), 0.09)])
def test_steps_are_those_of_the_specification(drag: float, sphere: Any) -> None:
    document = straight(stiffness=0.8, gravity=0.6, drag=drag, radius=0.01)
    spheres = []
    if sphere:
        (x, y, z), radius = sphere
        # the post points up: its Y axis is Z of the armature, its Z axis -Y
        document = among(document, Collider("post", offset=(x, z, -y), radius=radius))
        spheres = [(np.array((x, y, z)), radius)]
    joint = document.rig.springs.chains[0].joints[0]
    truth = Verlet(joint, spheres, 0.1)
    rest = rest_matrices(document.rig.bones)
    heads = np.vstack((rest[1:, :3, 3], (0.4, 0.0, 0.1)))
    truth.begin(heads)
    calm = straight(stiffness=1.0)  # without gravity it begins as it is at rest
    memory = settle(calm.rig, np.array(rest))
    for _ in range(40):
        expected = truth.step(heads[0], np.array((1.0, 0.0, 0.0)))
        matrices = np.array(rest)
        memory = swing_on(document.rig, matrices, memory, STEP)
        found = np.vstack((matrices[1:, :3, 3], matrices[-1, :3, 3] + 0.1 * matrices[-1, :3, 1]))
        assert found == pytest.approx(expected, abs=1e-12)


def test_a_still_hangs_where_stiffness_and_gravity_pull_together() -> None:
    found = evaluate(straight(stiffness=1.0, gravity=0.5))
    line = np.array((1.0, 0.0, 0.0))
    for i in range(4):
        line = line + 0.5 * np.array((0.0, 0.0, -1.0))
        line = line / np.linalg.norm(line)
        assert found.matrix(f"link_{i}")[:3, 1] == pytest.approx(line, abs=1e-12)


@pytest.mark.parametrize("sphere", [None, (0.2, -0.02, 0.02)])
def test_a_still_is_what_steps_come_to(sphere: Any) -> None:
    document = straight(6, stiffness=0.5, gravity=0.4, radius=0.01)
    if sphere:
        document = among(document, Collider("post", offset=sphere, radius=0.08))
    still = evaluate(document)
    calm = with_springs(document, colliders=())
    memory = settle(straight(6).rig, unsprung(calm))
    found, _memory = played(document, 1500, memory)
    assert np.abs(found - still.matrices).max() < 1e-5
    assert (evaluate(document).matrices == still.matrices).all(), "the same bits again"


DATA: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "three_vrm_springs.json").read_text())


def heads_of(document: Document, matrices: np.ndarray) -> np.ndarray:
    """The places of all nodes of the file, in its axes."""
    source = document.figure.source
    assert source is not None
    rows = [document.rig.rows[node.bone] for node in source.nodes]
    return np.asarray(matrices[rows, :3, 3] @ TO_ARMATURE)


@pytest.mark.parametrize("case", range(len(DATA["turns"])))
def test_a_still_is_what_three_vrm_comes_to(tmp_path: Path, case: int) -> None:
    document = turned(read(springy(tmp_path / "springy.vrm")), DATA["turns"][case])
    found = heads_of(document, evaluate(document).matrices)
    assert np.abs(found - DATA["rest"][case]).max() < 1e-4  # metres, of 1.6


@pytest.mark.parametrize("case", range(len(DATA["jump"])))
def test_steps_are_those_of_three_vrm(tmp_path: Path, case: int) -> None:
    """The first joint of each chain: below it three-vrm takes lengths to where the next one was a frame before."""
    document = read(springy(tmp_path / "springy.vrm"))
    free = with_springs(
        document,
        colliders=(),
        chains=tuple(
            replace(each, joints=tuple(replace(one, gravity=0.0) for one in each.joints))
            for each in document.rig.springs.chains
        ),
    )
    memory = settle(free.rig, unsprung(document))
    posed = unsprung(turned(document, DATA["turns"][case + 1]))
    for expected in DATA["jump"][case]:
        matrices = posed.copy()
        memory = swing_on(document.rig, matrices, memory, STEP)
        off = heads_of(document, matrices) - expected
        assert np.abs(off[[HAIR[1], RIBBON[1], SKIRT[1], TAIL[1]]]).max() < 1e-6


@pytest.mark.parametrize("size", [0.01, 100.0])
def test_figures_of_any_size_hang_and_swing_alike(tmp_path: Path, size: float) -> None:
    one = turned(read(springy(tmp_path / "springy.vrm")), DATA["turns"][2])
    other = scaled(one, size)
    assert evaluate(other).heads / size == pytest.approx(evaluate(one).heads, abs=1e-9)
    (here, _), (there, _) = (played(each, 25, settle(each.rig, unsprung(each.posed({})))) for each in (one, other))
    assert there[:, :3, 3] / size == pytest.approx(here[:, :3, 3], abs=1e-9)


@pytest.mark.parametrize("size", [0.01, 1.0, 100.0])
def test_nothing_explodes_in_a_long_clip_with_jumps(tmp_path: Path, size: float) -> None:
    document = read(springy(tmp_path / "springy.vrm", size))
    rng = np.random.default_rng(5)
    rows = np.zeros((300, 2, 10))
    rows[..., 7:] = 1.0
    rows[..., 3:7] = rng.normal(size=(300, 2, 4))
    rows[:, 0, :3] = size * rng.uniform(-5.0, 5.0, (300, 3))
    clip = Clip.of("jumps", 30.0, ["hips", "spine"], rows)
    found = frames_seen(document, clip, range(300))
    bare = frames_seen(with_springs(document, on=False), clip, range(300))
    assert np.isfinite(found).all()
    above = [document.rig.rows[bone.parent or ""] for bone in document.rig.bones[1:]]
    lengths, given = (
        np.linalg.norm(heads[:, 1:] - heads[:, above], axis=-1) for heads in (found[:, :, :3, 3], bare[:, :, :3, 3])
    )
    assert lengths == pytest.approx(given, abs=1e-9 * size)


# Clips


def nodding(rate: float = 30.0, count: int = 60) -> Clip:
    rows = np.zeros((count, 1, 10))
    rows[..., 7:] = 1.0
    angle = 0.5 * np.sin(np.arange(count) / 6.0)
    rows[:, 0, 3], rows[:, 0, 6] = np.sin(angle / 2), np.cos(angle / 2)
    return Clip.of("nod", rate, ["head"], rows)


def test_a_frame_is_the_same_whoever_asks_for_it(tmp_path: Path) -> None:
    clip = nodding()
    document = read(springy(tmp_path / "springy.vrm"))
    backwards = {frame: np.array(evaluate(frame_shown(document, clip, frame)).matrices) for frame in (59, 30, 7, 0)}
    anew = Document.of(replace(document.figure, clips=(clip,)))
    whole = frames_seen(anew, clip, range(60))
    for frame, matrices in backwards.items():
        assert matrices == pytest.approx(whole[frame], abs=1e-14)
    still = evaluate(with_springs(frame_shown(document, clip, 30), on=True))
    assert np.abs(still.heads - whole[30, :, :3, 3]).max() > 1e-3, "it follows"
    first = evaluate(with_springs(frame_shown(document, clip, 0), on=True))
    assert first.heads == pytest.approx(whole[0, :, :3, 3], abs=1e-12), "it begins at rest"


def test_playing_is_smooth(tmp_path: Path) -> None:
    document, clip = read(springy(tmp_path / "springy.vrm")), nodding(60.0, 120)
    heads = frames_seen(document, clip, range(120))[:, :, :3, 3]
    bare = frames_seen(with_springs(document, on=False), clip, range(120))[:, :, :3, 3]
    speeds, given = (np.linalg.norm(np.diff(each, axis=0), axis=-1).max() for each in (heads, bare))
    assert speeds < 3.0 * given


def test_many_poses_are_each_at_rest(tmp_path: Path) -> None:
    document = turned(read(springy(tmp_path / "springy.vrm")), DATA["turns"][3])
    rows = pose_rows(document)
    assert (evaluate_many(document, np.stack((rows, rows)))[1] == evaluate(document).matrices).all()


# What is taken from what is seen


def test_a_pose_that_was_taken_from_what_is_seen_is_seen_the_same(tmp_path: Path) -> None:
    document = turned(read(springy(tmp_path / "springy.vrm")), DATA["turns"][4])
    found = evaluate(document)
    rows = found.local_poses
    pose = {
        name: Transform(rotation=tuple(rot.normalised(row[3:7]).tolist()), location=tuple(row[:3].tolist()))
        for name, row in zip(found.names, rows, strict=True)
    }
    assert evaluate(document.posed(pose)).heads == pytest.approx(found.heads, abs=1e-9)


# Nothing to swing, and what makes no sense


def test_one_switch_and_one_for_each_chain() -> None:
    document = straight(gravity=1.0)
    rest = rest_matrices(document.rig.bones)
    chains = tuple(replace(each, on=False) for each in document.rig.springs.chains)
    for off in (with_springs(document, on=False), with_springs(document, chains=chains)):
        assert (evaluate(off).matrices == evaluate(with_springs(document, chains=())).matrices).all()
        assert not springs_act(off.rig)
    assert np.abs(evaluate(document).matrices - rest).max() > 0.1


def test_without_time_nothing_moves_but_with_its_bone() -> None:
    document = straight(gravity=0.5)
    first, memory = played(document, 5, settle(straight().rig, unsprung(document)))
    again, kept = played(document, 0, memory)
    assert again == pytest.approx(first, abs=1e-12)
    assert (kept.ends == memory.ends).all()


def test_a_joint_without_length_stays_as_its_parent_has_it() -> None:
    document = straight(gravity=0.5)
    chain = document.rig.springs.chains[0]
    zero = with_springs(document, chains=(replace(chain, joints=chain.joints[:1], end="link_0", end_length=0.0),))
    bones = tuple(replace(each, tail=each.head) if each.name == "link_0" else each for each in document.rig.bones)
    for each in (zero, zero.with_rig(zero.rig.changed(bones=bones))):
        assert np.isfinite(evaluate(each).matrices).all()


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("radius", [0.0, 0.05, 5.0])
def test_a_collider_around_the_joint(inside: bool, radius: float) -> None:
    for place in ((0.0, 0.1, 0.0), (0.1, 0.1, 0.0), (0.05, 0.1, 0.01)):
        document = among(straight(gravity=0.5), Collider("post", offset=place, radius=radius, inside=inside))
        found = evaluate(document)
        assert np.isfinite(found.matrices).all()
        assert (evaluate(document).matrices == found.matrices).all()
        matrices, _memory = played(document, 30, settle(straight().rig, unsprung(document)))
        assert np.isfinite(matrices).all()


def test_colliders_that_hang_on_each_others_chains() -> None:
    one = straight(3, gravity=0.5)
    bones = (*one.rig.bones, Bone("other", "post", (0.0, 0.05, 0.1), (0.1, 0.05, 0.1)))
    chains = (
        replace(one.rig.springs.chains[0], colliders=("b",)),
        Spring(joints=(SpringJoint("other", gravity=0.5, radius=0.03),), colliders=("a",)),
    )
    groups = (
        ColliderGroup("a", (Collider("link_1", radius=0.04),)),
        ColliderGroup("b", (Collider("other", offset=(0.0, 0.05, 0.0), radius=0.04),)),
    )
    document = Document.of(Rig(bones=bones, springs=Springs(chains=chains, colliders=groups)))
    found = evaluate(document)
    assert np.isfinite(found.matrices).all()
    assert (evaluate(Document.of(document.figure)).matrices == found.matrices).all()


def test_bones_that_are_missing_or_named_twice_are_left_out() -> None:
    document = straight(gravity=0.5)
    joints = (*document.rig.springs.chains[0].joints, SpringJoint("gone"), SpringJoint("link_0", stiffness=9.0))
    chains = (Spring(joints=joints, centre="gone", colliders=("gone",)), Spring(joints=joints))
    assert (evaluate(with_springs(document, chains=chains)).matrices == evaluate(document).matrices).all()


def test_no_force_leaves_bones_as_they_rest() -> None:
    document = straight(stiffness=0.0)
    assert evaluate(document).matrices == pytest.approx(rest_matrices(document.rig.bones), abs=1e-12)


def test_interpreted_and_compiled_they_come_to_the_same_bits(tmp_path: Path) -> None:
    when_used.prepare_springs(lambda part: None)
    for case in range(len(DATA["turns"])):
        document = turned(read(springy(tmp_path / "springy.vrm")), DATA["turns"][case])
        compiled, memory = played(document, 9, settle(document.rig, unsprung(document)))
        still = evaluate(document).matrices
        with interpreting():
            again, kept = played(document, 9, settle(document.rig, unsprung(document)))
            assert (again == compiled).all() and (kept.ends == memory.ends).all()
            assert (evaluate(document).matrices == still).all()
