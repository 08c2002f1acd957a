"""Eyes that look at a point, a bone or the camera: by bones or by expressions, as far as the character's file says."""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Bone, Document, Rig, Transform, read, write
from pantin.rigs.clip import Clip
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.building.removing import delete
from pantin.rigs.editing.building.scaling import scaled
from pantin.rigs.fields import BoneRef
from pantin.rigs.figure import Figure
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.expressions import Expression
from pantin.rigs.meshes.person import LookAt, LookRange
from pantin.rigs.place import Place
from pantin.rigs.pose import NO_EXPRESSIONS
from pantin.rigs.scene import Scene
from pantin.solver.edits.expressions import look_at
from pantin.solver.evaluate import clip_rows, evaluate, evaluate_figures, evaluate_many
from pantin.solver.gaze import looking, seen_from

EYES = Rig(
    (
        Bone("head", None, (0.0, 0.0, 1.5), (0.0, 0.0, 1.7)),
        Bone("eye.L", "head", (0.03, -0.1, 1.6), (0.03, -0.15, 1.6)),
        Bone("pupil.L", "eye.L", (0.03, -0.15, 1.6), (0.03, -0.16, 1.6)),
        Bone("eye.R", "head", (-0.03, -0.1, 1.6), (-0.03, -0.15, 1.6)),
        Bone("hand", None, (0.0, -0.5, 1.6), (0.0, -0.5, 1.7)),
    )
)
BETWEEN = np.array((0.0, -0.1, 1.6))


def person(by: Literal["bones", "expressions"] = "bones", **ranges: LookRange) -> Character:
    """Return a character whose eyes look by so many degrees of 90, or by its expressions."""
    usual = LookRange(radians(90.0), radians(30.0) if by == "bones" else 1.0)
    ways = {"inner": usual, "outer": usual, "down": usual, "up": usual, **ranges}
    names = ("lookLeft", "lookRight", "lookUp", "lookDown")
    expressions = tuple(Expression(f"My {name}", name) for name in names)
    look = LookAt(by=by, **ways)
    return Character("", (), (), np.zeros((0, 4, 4)), np.eye(4), expressions=expressions, look_at=look)


def ahead(yaw: float, pitch: float = 0.0, far: float = 2.0) -> tuple[float, float, float]:
    """A point that far from between the eyes, degrees to the left and upwards."""
    across, up = radians(yaw), radians(pitch)
    way = np.array((sin(across) * cos(up), -cos(across) * cos(up), sin(up)))
    x, y, z = (BETWEEN + far * way).tolist()
    return x, y, z


def turned(figure: Figure, eye: str) -> tuple[float, float]:
    """Return where an eye looks, degrees to the left and upwards, for somebody whose head is at rest."""
    x, y, z = evaluate(Document.of(figure)).matrix(eye)[:3, 1].tolist()
    return degrees(atan2(x, -y)), degrees(atan2(z, np.hypot(x, y)))


@pytest.mark.parametrize(("yaw", "pitch"), [(45.0, 0.0), (-60.0, 0.0), (0.0, 30.0), (30.0, -45.0), (120.0, 0.0)])
def test_eyes_turn_by_the_part_that_the_file_says(yaw: float, pitch: float) -> None:
    narrow = LookRange(radians(90.0), radians(15.0))
    figure = look_at(Figure(rig=EYES), ahead(yaw, pitch), person(inner=narrow))
    left, right = turned(figure, "eye.L"), turned(figure, "eye.R")
    part = min(abs(yaw), 90.0) / 90.0 * (1.0 if yaw > 0.0 else -1.0)
    outer, inner = 30.0 * part, 15.0 * part
    assert left == pytest.approx((outer if yaw > 0.0 else inner, pitch / 3.0), abs=1e-6)
    assert right == pytest.approx((inner if yaw > 0.0 else outer, pitch / 3.0), abs=1e-6)


def test_a_head_that_turns_takes_its_eyes_along_and_they_stay_on_the_point() -> None:
    full = LookRange(radians(90.0), radians(90.0))
    figure = look_at(Figure(rig=EYES), (0.0, -50.0, 1.6), person(inner=full, outer=full, up=full, down=full))
    turn = Transform(rotation=(0.0, sin(radians(10.0)), 0.0, cos(radians(10.0))))  # about the bone, which is upright
    posed = figure.posed({"head": turn, "eye.L": turn})  # what poses an eye counts no more
    assert turned(posed, "eye.L") == pytest.approx((0.0, 0.0), abs=0.1)
    stands = evaluate(Document.of(posed))
    pupil, eye = stands.matrix("pupil.L"), stands.matrix("eye.L")
    np.testing.assert_allclose(pupil[:3, 3], eye[:3, 3] + 0.05 * eye[:3, 1], atol=1e-9)  # hangs on it


def test_eyes_follow_a_bone() -> None:
    figure = look_at(Figure(rig=EYES), "hand", person())
    aside = figure.posed({"hand": Transform(location=(0.4, 0.0, 0.0))})
    assert turned(figure, "eye.L") == pytest.approx((0.0, 0.0), abs=1e-9)
    assert turned(aside, "eye.L")[0] == pytest.approx(45.0 / 3.0, abs=1e-6)
    with pytest.raises(ValueError, match="no bone"):
        look_at(Figure(rig=EYES), "foot", person())


def test_expressions_look_where_the_file_says_so() -> None:
    figure = look_at(Figure(rig=EYES), ahead(45.0, -9.0), person("expressions"))
    document = Document.of(figure)
    matrices = np.asarray(evaluate(document).matrices)
    assert matrices.tobytes() == np.asarray(evaluate(Document.of(Figure(rig=EYES))).matrices).tobytes()
    found = looking(figure, matrices).pose.expressions
    assert found == pytest.approx({"lookLeft": 0.5, "lookDown": 0.1})
    assert figure.pose.expressions == NO_EXPRESSIONS  # the document has none of it


def test_whoever_sees_the_figure_is_looked_at() -> None:
    figure = replace(look_at(Figure(rig=EYES), ahead(0.0), person(), is_camera=True), place=Place((5.0, 0.0, 0.0)))
    x, y, z = ahead(45.0)
    seen = seen_from(figure, (x + 5.0, y, z))
    assert turned(seen, "eye.L")[0] == pytest.approx(15.0, abs=1e-6)
    assert seen_from(seen, (x + 5.0, y, z)) is seen
    still = look_at(Figure(rig=EYES), ahead(10.0), person())
    assert seen_from(still, (9.0, 9.0, 9.0)) is still


def test_looking_is_kept_in_files_and_follows_names(tmp_path: Path) -> None:
    figure = look_at(Figure(rig=EYES), "hand", person())
    write(Document.of(figure), tmp_path / "eyes.rig.json")
    again = read(tmp_path / "eyes.rig.json")
    assert again.figure == figure
    gaze = again.renaming({"hand": "palm", "eye.L": "eyeball.L"}).figure.pose.gaze
    assert gaze is not None and (gaze.bone, gaze.left) == ("palm", "eyeball.L")
    assert look_at(figure, None) == Figure(rig=EYES)


def test_without_a_file_eyes_that_are_bones_turn_and_without_eyes_it_is_said() -> None:
    rig = Rig((*EYES.bones[:4], Bone("hips", None, (0.0, 0.0, 1.0), (0.0, 0.0, 1.2))))
    found = look_at(Figure(rig=rig), ahead(20.0))
    assert turned(found, "eye.L")[0] == pytest.approx(20.0, abs=1e-6)
    with pytest.raises(ValueError, match="no eyes"):
        look_at(Figure(rig=Rig((Bone("head"),))), ahead(0.0))


def test_frames_of_a_clip_are_those_of_evaluate() -> None:
    document = Document.of(look_at(Figure(rig=EYES), ahead(45.0), person()))
    frames = evaluate_many(
        document,
        clip_rows(document, Clip.of("still", 30.0, ["hand"], np.tile((0, 0, 0, 0, 0, 0, 1, 1, 1, 1), (3, 1, 1)))),
    )
    assert (frames == evaluate(document).matrices).all()


def test_a_figure_of_another_size_looks_the_same_way() -> None:
    document = Document.of(look_at(Figure(rig=EYES), ahead(45.0, 20.0), person()))
    large = scaled(document, 2.0)
    here, there = evaluate(document).matrix("eye.L"), evaluate(large).matrix("eye.L")
    np.testing.assert_allclose(there[:3, :3], here[:3, :3], atol=1e-9)


def two(first: Figure, second: Figure) -> Document:
    """Two figures of one scene, the second two metres before the first, turned to it, and half as large."""
    there = replace(second, name="doll", place=Place(location=(0.5, -2.0, 0.0), heading=np.pi, size=0.5))
    return Document(Scene((replace(first, name="giant"), there)), "giant")


def at_hand(figure: Figure, other: str, by: Literal["bones", "expressions"] = "bones") -> Figure:
    whole = LookRange(radians(90.0), radians(90.0) if by == "bones" else 1.0)
    return look_at(figure, BoneRef("hand", other), person(by, inner=whole, outer=whole, up=whole, down=whole))


HAND_OF_DOLL = np.array((0.5, -2.0 + 0.25, 0.8))
"""By hand: half of (0, −0.5, 1.6), turned round, from its place."""


def to_the_hand() -> tuple[float, float]:
    across, ahead, up = HAND_OF_DOLL - BETWEEN
    return degrees(atan2(across, -ahead)), degrees(atan2(up, np.hypot(across, ahead)))


def eye_of(document: Document, eye: str = "eye.L") -> tuple[float, float]:
    x, y, z = evaluate(document).matrix(eye)[:3, 1].tolist()
    return degrees(atan2(x, -y)), degrees(atan2(z, np.hypot(x, y)))


def test_a_bone_of_another_figure_is_looked_at_where_that_stands() -> None:
    document = two(at_hand(Figure(rig=EYES), "doll"), Figure(rig=EYES))
    assert eye_of(document) == pytest.approx(to_the_hand(), abs=1e-6)
    whole = evaluate_figures(document)
    x, y, _z = whole["giant"].matrix("eye.L")[:3, 1].tolist()
    assert degrees(atan2(x, -y)) == pytest.approx(to_the_hand()[0], abs=1e-6)
    rows = clip_rows(
        document,
        Clip.of("still", 30.0, ["hand"], np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (2, 1, 1))),
    )
    many = evaluate_many(document, rows)
    np.testing.assert_allclose(many[1], evaluate(document).matrices, atol=1e-9)


def test_who_moves_is_followed_also_where_another_figure_is_edited() -> None:
    document = two(at_hand(Figure(rig=EYES), "doll"), Figure(rig=EYES))
    evaluate_figures(document)
    doll = document.editing("doll")
    moved = doll.with_figure(replace(doll.figure, place=replace(doll.figure.place, location=(-0.5, -2.0, 0.0))))
    x, y, _z = evaluate_figures(moved)["giant"].matrix("eye.L")[:3, 1].tolist()
    assert degrees(atan2(x, -y)) == pytest.approx(degrees(atan2(-0.5, 1.65)), abs=1e-6)


def test_two_look_at_each_other_and_one_that_is_gone_is_not_looked_at() -> None:
    document = two(at_hand(Figure(rig=EYES), "doll"), at_hand(Figure(rig=EYES), "giant"))
    assert eye_of(document) == pytest.approx(to_the_hand(), abs=1e-6)
    assert eye_of(document.editing("doll"))[0] != pytest.approx(0.0, abs=0.1)
    alone = Document.of(at_hand(Figure(rig=EYES, name="giant"), "doll"))
    assert eye_of(alone) == pytest.approx((0.0, 0.0), abs=1e-6)


def test_expressions_look_at_another_figure() -> None:
    document = two(at_hand(Figure(rig=EYES), "doll", "expressions"), Figure(rig=EYES))
    posed = evaluate(document)
    found = looking(document.figure, posed.matrices, posed.others).pose.expressions
    yaw, pitch = to_the_hand()
    assert found == pytest.approx({"lookLeft": yaw / 90.0, "lookDown": -pitch / 90.0}, abs=1e-6)


def test_a_gaze_follows_new_names_and_ends_with_the_bone(tmp_path: Path) -> None:
    document = two(at_hand(Figure(rig=EYES), "doll"), Figure(rig=EYES))
    write(document, tmp_path / "two.scene.json")
    assert read(tmp_path / "two.scene.json").scene.figure("giant").pose.gaze == document.figure.pose.gaze
    renamed = rename(document.editing("doll"), "hand", "paw").scene.figure("giant").pose.gaze
    assert renamed is not None and renamed.bone == BoneRef("paw", "doll")
    gone = delete(document.editing("doll"), ("hand",)).scene.figure("giant").pose.gaze
    assert gone is None


CURVE = (0.0, 0.1, 0.0, 0.5, 0.5, 0.4, 1.0, 2.0, 1.0, 1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("part", "done"),
    [
        (0.0, 0.1),
        (0.25, 0.25 + 0.5 * (0.5 - 1.0) / 8.0),  # the middle of a Hermite piece: mean, and an eighth of the slopes
        (0.5, 0.4),
        (0.75, 0.7 + 0.5 * 2.0 / 8.0),
        (1.0, 1.0),
        (1.5, 1.0),
    ],
)
def test_eyes_follow_by_the_curve_of_an_old_file(part: float, done: float) -> None:
    bent = LookRange(radians(60.0), radians(30.0), CURVE)
    figure = look_at(Figure(rig=EYES), ahead(60.0 * part), person(outer=bent))
    assert turned(figure, "eye.L")[0] == pytest.approx(30.0 * done, abs=1e-6)


def test_the_curve_of_files_without_one_is_straight(tmp_path: Path) -> None:
    straight = LookRange(radians(90.0), radians(30.0), (0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0))
    for yaw in (0.0, 13.0, 45.0, 80.0):
        figure = look_at(Figure(rig=EYES), ahead(yaw), person(outer=straight))
        assert turned(figure, "eye.L")[0] == pytest.approx(yaw / 3.0, abs=1e-6)
        write(Document.of(figure), tmp_path / "look.rig.json")
        assert read(tmp_path / "look.rig.json").figure.pose == figure.pose
