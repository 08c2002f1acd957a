"""The figures of a scene that are not edited: which of them are drawn, how, and that those at rest cost nothing."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.scene import Scene
from pantin.rigs.templates import TEMPLATES
from pantin.solver import rest_pose
from pantin.viewport.figure import mannequin as figures
from pantin.viewport.navigation.steering import framed
from pantin.viewport.paint.figure_picture import framing
from pantin.viewport.scene.figure_alone import figure_alone
from pantin.viewport.scene.scene import Backdrop, Display
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.overlay import Overlay
from pantin.viewport.values.stage import Look
from tests.viewport.pictures import scene
from tests.viewport.two_figures import ANNA, BEN, RIG, beside, two

ASIDE = (1.5, 0.0, 0.0)
POSE = rest_pose(RIG)


def test_the_figure_that_is_edited_comes_first_and_those_without_a_pose_are_left_out() -> None:
    assert [figure.name for figure in scene(two(), POSE).figures] == [ANNA]
    seen = scene(two(), POSE, others=beside(ASIDE))
    assert [figure.name for figure in seen.figures] == [ANNA, BEN] and seen.figure is seen.figures[0]
    assert seen.names == tuple(bone.name for bone in RIG.bones)
    other = replace(two(), active_figure=BEN)
    assert [figure.name for figure in scene(other, POSE, others={ANNA: POSE, BEN: POSE, "gone": POSE}).figures] == [
        BEN,
        ANNA,
    ]


def test_another_figure_has_wood_and_shadow_and_no_marks() -> None:
    marked = two(selected=("head",), active="head")
    anna, ben = scene(marked, POSE, others=beside(ASIDE)).figures
    assert anna.tints[:, 3].any() and not ben.tints[:, 3].any() and not ben.outlines.any() and not ben.ghosts
    assert ben.shown.all() and len(ben.capsules) == len(anna.capsules) > 10
    np.testing.assert_allclose(ben.palette[:, :, 3], anna.palette[:, :, 3] + ASIDE, atol=1e-6)
    np.testing.assert_allclose(ben.capsules[:, :3], anna.capsules[:, :3] + ASIDE, atol=1e-6)
    assert ben.meshes[0].full is anna.meshes[0].full, "one mesh of the same rig"


def test_the_one_under_the_pointer_is_outlined_whole() -> None:
    _, ben = scene(two(), POSE, Overlay(hovered_figure=BEN), others=beside(ASIDE)).figures
    assert (ben.outlines == 2).all()


@pytest.mark.parametrize("display", [Display(), Display(figure="clay"), Display(figure="x-ray")])
def test_all_figures_have_one_finish(display: Display) -> None:
    assert {figure.finish for figure in scene(two(), POSE, display=display, others=beside(ASIDE)).figures} == {
        display.figure
    }


def test_without_figures_others_are_not_shown_and_cast_no_shadow() -> None:
    _, ben = scene(two(), POSE, display=Display(figure="off"), others=beside(ASIDE)).figures
    assert not ben.shown.any() and not len(ben.capsules)


def test_while_bones_are_edited_all_figures_are_backdrops() -> None:
    backdrop = Backdrop(RIG, POSE.matrices)
    seen = scene(two(), POSE, backdrop=backdrop, others=beside(ASIDE))
    assert [figure.finish for figure in seen.figures] == ["faint", "faint"]
    assert not any(len(figure.capsules) for figure in seen.figures)


def test_the_figures_alone_are_all_figures_without_marks() -> None:
    marked = scene(two(selected=("head",)), POSE, Overlay(hovered_figure=BEN), others=beside(ASIDE))
    plain = figure_alone(marked)
    assert [figure.name for figure in plain.figures] == [ANNA, BEN]
    assert not any(figure.outlines.any() or figure.tints[:, 3].any() for figure in plain.figures)


def test_ten_figures_of_which_nothing_changes_are_the_same_objects_while_another_is_dragged(monkeypatch) -> None:
    """Each has a rig of its own, with the same bones or with others."""
    names = [f"Figure {number}" for number in range(10)]
    templates = ("humanoid", "biped", "quadruped", "hand")
    rigs = [TEMPLATES[templates[number % 4]]() for number in range(10)]
    document = Document(Scene(tuple(Figure(name, rig=rig) for name, rig in zip(names, rigs, strict=True))), names[0])
    others = {name: rest_pose(rig) for name, rig in zip(names[1:], rigs[1:], strict=True)}

    def frame(bend: float):
        moved = rest_pose(rigs[0]).matrices.copy()
        moved[:, 0, 3] += bend
        return scene(document, rest_pose(rigs[0]).with_matrices(moved), others=others).figures

    first = frame(0.0)
    monkeypatch.setattr(figures, "_generate", None)
    for bend in (0.1, 0.2, 0.3):
        now = frame(bend)
        assert now[0] is not first[0]
        assert all(one is other for one, other in zip(now[1:], first[1:], strict=True))
    assert len({id(figure.meshes[0].full) for figure in first}) == 4


def test_framing_counts_all_figures_and_the_bounds_hold_them() -> None:
    seen = scene(two(), POSE, others=beside(ASIDE))
    (low, high), (other_low, other_high) = (figure.bounds for figure in seen.figures)
    np.testing.assert_allclose([other_low, other_high], [low + ASIDE, high + ASIDE], atol=1e-5)
    assert high[2] == pytest.approx(1.78, abs=0.05) and low[2] == pytest.approx(0.0, abs=0.1)
    look = Look(two(), POSE, others=beside(ASIDE))
    one, both = (framed(Camera(), each, (), 800, 600) for each in (replace(look, others={}), look))
    assert both.target[0] == pytest.approx(one.target[0] + ASIDE[0] / 2, abs=0.15) and both.distance > one.distance
    some = framed(Camera(), look, ("head",), 800, 600)
    assert some == framed(Camera(), replace(look, others={}), ("head",), 800, 600), "what is asked for is framed"
    near, wide = (framing(two(), POSE, (300, 200), others=others) for others in ({}, beside((6.0, 0.0, 0.0))))
    ends = np.array([(-0.4, 0.0, 1.0), (6.4, 0.0, 1.0)])
    places = wide.project(ends, 300, 200)[:, 0]
    assert wide.distance > near.distance and places.min() > 0 and places.max() < 300


def test_no_figure_is_cut_off_however_close_the_camera_is() -> None:
    close = Camera(distance=0.05)
    far_away = scene(two(), POSE, others=beside((0.0, 200.0, 0.0)))
    whole = far_away.seen_whole(close)
    depth = close.project([(0.0, 200.0, 1.0)], 800, 600)[0, 2]
    assert close.far < 0.2 * depth and depth < whole.far < 1.2 * depth
    assert replace(whole, least_reach=close.least_reach) == close
    assert scene(two(), POSE, others=beside(ASIDE)).seen_whole(Camera()) == Camera()
