"""Motion whose knees bend about another axis than the figure's hinge plays on handles and poles all the same."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Document, Ik, Joint, Transform
from pantin.rigs.clip import Clip
from pantin.rigs.templates import TEMPLATES
from pantin.solver import evaluate
from pantin.solver.edits.poses.clips import frame_shown
from pantin.solver.edits.poses.hinges import bent_about_hinges
from tests.solver.edits.poses.stepping import FRAMES, STRAIGHT, stepping, turned


def joints(document: Document, clip: Clip, side: str) -> tuple[np.ndarray, np.ndarray]:
    """Return hip, knee, ankle and tip of the foot in each frame (f, 4, 3), and the axes of thigh and shin."""
    names, seen = [f"{part}.{side}" for part in ("thigh", "shin", "foot")], []
    for frame in range(clip.count):
        posed = evaluate(frame_shown(document, clip, frame))
        rows = [posed.index[name] for name in names]
        seen.append(([*posed.heads[rows], posed.tails[rows[-1]]], posed.matrices[rows[:2], :3, :3]))
    return np.array([each for each, _axes in seen]), np.array([axes for _each, axes in seen])


def most_turned(axes: np.ndarray) -> float:
    """Return by how much a bone turns from one frame to the next at most, radians."""
    trace = np.einsum("fbij,fbij->fb", axes[1:], axes[:-1])
    return float(np.arccos(np.clip((trace - 1.0) / 2.0, -1.0, 1.0)).max())


@pytest.fixture(scope="module")
def figure() -> Document:
    return Document.of(TEMPLATES["biped"]())


@pytest.mark.parametrize("off", [0.0, 0.3, -0.6])
def test_straight_knees_play_on_handles_and_do_not_flip(figure: Document, off: float) -> None:
    """The ends of legs are where forward kinematics has them, and knees that are bent by more than 12 degrees too."""
    raw = stepping(off, 0.01)
    free = figure.with_rig(figure.rig.changed(constraints=()))
    made = bent_about_hinges(figure, raw)
    feet = {"foot_ik.L", "foot_ik.R"}
    for frame in range(FRAMES):
        shown = frame_shown(figure, made, frame)
        assert all(each.blend == 1.0 for each in shown.rig.constraints if isinstance(each, Ik) and each.target in feet)
    height = float(np.ptp(evaluate(figure).heads[:, 2]))
    for side in "LR":
        (there, raw_axes), (here, axes) = joints(free, raw, side), joints(figure, made, side)
        ways = np.diff(there[:, :3], axis=1)
        ways /= np.linalg.norm(ways, axis=2, keepdims=True)
        bend = np.arccos(np.clip(np.einsum("fi,fi->f", ways[:, 0], ways[:, 1]), -1.0, 1.0))
        assert (bend < np.radians(3.0)).sum() > 20 and bend.max() > 1.0, "the clip has straight and bent knees"
        off_by = np.linalg.norm(here - there, axis=2) / height
        assert off_by[:, 2:].max() < 1e-4, "ankle and tip"
        assert off_by[bend > np.radians(12.0), 1].max() < 1e-6, "knee"
        assert off_by[:, 1].max() < 0.01
        assert most_turned(raw_axes) < 0.3 and most_turned(axes) < 0.3, "radians a frame"


def test_what_bends_about_no_hinge_is_left_alone(figure: Document) -> None:
    clip = stepping(0.3, 0.0)
    bones = tuple(replace(bone, joint=Joint()) for bone in figure.rig.bones)
    free = figure.with_rig(replace(figure.rig, bones=bones))
    np.testing.assert_allclose(bent_about_hinges(free, clip).frames, clip.frames, atol=1e-6)


def test_a_knee_that_bends_backwards_goes_on_doing_so_by_its_bones(figure: Document) -> None:
    """Its hinge does not go there: IK would bend it forward, so the frame is shown by its bones."""
    raw = stepping(0.0, 0.0)
    frames = np.array(raw.frames)
    frames[30, raw.bones.index("shin.L"), 3:7] = turned(("x", STRAIGHT + 0.5))
    clip = Clip.of(raw.name, raw.rate, raw.bones, frames)
    free = figure.with_rig(figure.rig.changed(constraints=()))
    made = bent_about_hinges(figure, clip)
    shown = frame_shown(figure, made, 30)
    assert [each.blend for each in shown.rig.constraints if isinstance(each, Ik) and each.target == "foot_ik.L"] == [
        0.0
    ]
    seen, wanted = evaluate(shown), evaluate(frame_shown(free, clip, 30))
    for bone in ("shin.L", "foot.L"):
        np.testing.assert_allclose(seen.matrix(bone)[:3, 3], wanted.matrix(bone)[:3, 3], atol=1e-6)
    handle, foot = (seen.matrix(name) for name in ("foot_ik.L", "foot.L"))
    np.testing.assert_allclose(handle[:3, 3], foot[:3, 3], atol=1e-6, err_msg="its handle goes along all the same")


def test_rounding_of_tracks_does_not_take_a_limb_off_its_handle(figure: Document) -> None:
    """A hinge posed exactly at its limit is a hair beyond it in the 32-bit numbers of a track."""
    limit = figure.rig.by_name["shin.L"].joint.limit[0]
    assert limit is not None
    for angle in (limit[1], -1.0, -0.1):
        track = {"thigh.L": Transform(), "shin.L": Transform(rotation=turned(("x", angle)))}
        rows = [[(*at.location, *at.rotation, *at.scale) for at in track.values()]]
        shown = frame_shown(figure, Clip.of("one", 30.0, list(track), rows), 0)
        assert [each.blend for each in shown.rig.constraints if isinstance(each, Ik)] == [1.0] * 4
