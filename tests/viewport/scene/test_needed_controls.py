"""A quiet viewport: the figure, and of its handles, poles and bones only those of the limb that is meant."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.constraints import Ik
from pantin.rigs.document import Document
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.templates import TEMPLATES, humanoid
from pantin.solver import Posed, rest_pose
from pantin.viewport.scene.figure_alone import figure_alone
from pantin.viewport.scene.scene import Display, Scene
from pantin.viewport.scene.scene_builder import scene
from pantin.viewport.values.overlay import NOTHING, Overlay
from tests.viewport.pictures import REST

RIG = humanoid.rig()
ARM = {"upper_arm.L", "forearm.L", "hand.L"}


def seen(overlay: Overlay = NOTHING, display: Display | None = None, **marks) -> Scene:
    return scene(Document.of(RIG, **marks), rest_pose(RIG), overlay, display=display or Display())


def controls(shown: Scene) -> set[str]:
    return {control.name for control in shown.controls}


def bones(shown: Scene) -> set[str]:
    return {shown.names[row] for row in shown.bones.rows}


def test_at_rest_there_is_the_figure_and_nothing_else() -> None:
    shown = seen()
    assert not controls(shown) and not bones(shown) and not shown.lines and not shown.labels and not shown.limits
    assert shown.figure.shown.all()


@pytest.mark.parametrize("overlay", [Overlay(hovered="forearm.L"), Overlay(highlighted=("hand.L", "forearm.L"))])
def test_handle_and_pole_come_when_their_limb_is_hovered_or_pulled(overlay: Overlay) -> None:
    shown = seen(overlay)
    assert controls(shown) == {"hand_ik.L", "elbow_pole.L"}
    assert sum(line.role == "pole" and not line.dash for line in shown.lines) >= 1
    assert bones(shown) == (ARM if overlay.highlighted else set()), "what is hovered is outlined"


@pytest.mark.parametrize("name", ["forearm.L", "hand_ik.L", "elbow_pole.L"])
def test_the_bones_of_a_selected_limb_are_drawn_and_no_others(name: str) -> None:
    shown = seen(selected=(name,), active=name)
    assert controls(shown) == {"hand_ik.L", "elbow_pole.L"} and bones(shown) == ARM


def test_the_handle_of_a_limb_in_fk_stays_away_unless_it_is_meant_itself() -> None:
    """Whoever reaches for the hand does not take hold of a ring that moves nothing."""
    bent = tuple(replace(each, blend=0.0) if isinstance(each, Ik) else each for each in RIG.constraints)
    free = RIG.changed(constraints=tuple(replace(e, influence=0.0) if hasattr(e, "influence") else e for e in bent))
    shown = scene(Document.of(free), rest_pose(RIG), Overlay(hovered="forearm.L"), display=Display())
    assert not controls(shown)
    chosen = Document.of(free, selected=("hand_ik.L",), active="hand_ik.L")
    assert "hand_ik.L" in controls(scene(chosen, rest_pose(RIG), NOTHING, display=Display()))


def test_the_ring_around_the_figure_comes_with_the_hips() -> None:
    assert controls(seen(selected=("hips",), active="hips")) == {"body"}
    assert bones(seen(selected=("hips",), active="hips")) == {"hips"}


def test_all_controls_are_drawn_where_that_is_asked_for() -> None:
    shown = seen(display=Display(controls="always"))
    assert len(controls(shown)) == sum(bone.kind != "bone" for bone in RIG.bones)
    assert len(bones(shown)) == sum(bone.kind == "bone" for bone in RIG.bones)


@pytest.mark.parametrize("display", [Display(figure="off"), Display(figure="x-ray"), Display(names=True)])
def test_bones_that_were_asked_for_stay(display: Display) -> None:
    shown = seen(display=display)
    assert len(bones(shown)) == sum(bone.kind == "bone" for bone in RIG.bones) and not controls(shown)


def test_what_nothing_of_the_figure_leads_to_is_always_drawn() -> None:
    rig = Rig(
        bones=(
            Bone(name="IK_target", head=(1, 0, 0), tail=(1, 0, 1)),
            Bone(name="arm", head=(0, 0, 0), tail=(0, 0, 1)),
            Bone(name="free", head=(2, 0, 0), tail=(2, 0, 1), kind="handle"),
        )
    )
    shown = scene(Document.of(rig), Posed(rig.bones, np.tile(np.eye(4), (3, 1, 1))), display=Display())
    assert bones(shown) == {"IK_target"}, "it has no body of wood"
    assert controls(shown) == {"free"}


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_control_of_a_template_comes_with_some_part_of_its_figure(name: str) -> None:
    rig = TEMPLATES[name]()
    pose = Posed(rig.bones, np.tile(np.eye(4), (len(rig.bones), 1, 1)))
    assert not scene(Document.of(rig), pose, display=Display()).controls
    body = [bone.name for bone in rig.bones if bone.kind == "bone"]
    come = {
        c.name
        for each in body
        for c in scene(Document.of(rig), pose, Overlay(hovered=each), display=Display()).controls
    }
    assert come == {bone.name for bone in rig.bones if bone.kind != "bone" and bone.name in rig.shown}


def test_the_figure_alone_has_no_marks_either() -> None:
    marked = replace(
        scene(
            Document.of(RIG, selected=("hand.L",), active="hand.L"),
            rest_pose(RIG),
            Overlay(hovered="head", ghost=REST + 0.1),
        ),
    )
    alone = figure_alone(marked)
    assert not (alone.controls or alone.lines or alone.labels or alone.limits or len(alone.bones.rows))
    assert not alone.figure.ghosts and not alone.figure.outlines.any() and not alone.figure.tints[:, 3].any()
    assert alone.overlay is NOTHING
