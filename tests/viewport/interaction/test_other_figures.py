"""Pointing at a figure that is not edited: it lights up, and what is edited is as it was."""

from __future__ import annotations

from pantin.rigs.document import Document
from pantin.rigs.fields import BoneRef
from pantin.rigs.scene import Scene
from pantin.solver import rest_pose
from pantin.viewport.interaction.bone_pick import BonePick
from pantin.viewport.interaction.controller import InteractionController
from pantin.viewport.interaction.feedback import current_hints, cursor, overlay
from pantin.viewport.navigation.view_camera import ViewCamera
from pantin.viewport.values.stage import Look
from tests.viewport.controller_driver import NONE
from tests.viewport.stages import HEIGHT, WIDTH, RecordingStage
from tests.viewport.two_figures import ANNA, BEN, RIG, beside, two

ASIDE = (0.9, 0.0, 0.0)


def pointing(controller: InteractionController, x: float, y: float) -> None:
    controller.move(x, y, NONE)
    controller.point()


def test_the_figure_under_the_pointer_lights_up_and_a_drag_from_it_moves_no_bone() -> None:
    stage = RecordingStage(two())
    controller = InteractionController(stage, ViewCamera(lambda: None))
    controller.view_camera.size = (WIDTH, HEIGHT)
    controller.see(Look(two(), rest_pose(RIG), others=beside(ASIDE)))
    chest = [a + b for a, b in zip((0.0, 0.0, 1.25), ASIDE, strict=True)]
    x, y, _ = controller.lens.project([chest])[0].tolist()
    pointing(controller, x, y)
    assert controller.hovered.other is not None and controller.hovered.other.bone == (BEN, "chest")
    assert overlay(controller).hovered_figure == BEN and overlay(controller).hovered is None
    assert ("LMB", "Edit Ben") in current_hints(controller) and cursor(controller) == "open hand"
    before = controller.hovered
    pointing(controller, x + 1, y)
    assert controller.hovered.same(before)
    own, height, _ = controller.lens.project([(0.0, 0.0, 1.25)])[0].tolist()
    pointing(controller, own, height)
    assert controller.hovered.bone == "chest" and overlay(controller).hovered_figure is None


def test_a_figure_that_has_gone_is_not_hovered_any_more() -> None:
    controller = InteractionController(RecordingStage(two()), ViewCamera(lambda: None))
    controller.view_camera.size = (WIDTH, HEIGHT)
    controller.see(Look(two(), rest_pose(RIG), others=beside(ASIDE)))
    x, y, _ = controller.lens.project([(ASIDE[0], 0.0, 1.25)])[0].tolist()
    pointing(controller, x, y)
    assert controller.hovered.figure == BEN
    controller.see(Look(Document(Scene((two().figure,)), ANNA), rest_pose(RIG)))
    assert controller.hovered.figure is None


def test_a_bone_of_another_figure_answers_where_one_is_asked_for_and_nothing_else_is_edited() -> None:
    stage = RecordingStage(two())
    controller = InteractionController(stage, ViewCamera(lambda: None))
    controller.view_camera.size = (WIDTH, HEIGHT)
    look = Look(two(), rest_pose(RIG), others=beside(ASIDE))
    stage.look = lambda: look
    answers: list[object] = []
    rejected = {BoneRef("head", BEN): "Ben looks at Anna already"}
    controller.ask(BonePick("the target", lambda bone: rejected.get(bone, ""), answers.append))

    def over(height: float) -> tuple[float, float]:
        x, y, _ = controller.lens.project([(ASIDE[0], 0.0, height)])[0].tolist()
        pointing(controller, x, y)
        return x, y

    over(RIG.by_name["head"].head[2] + 0.1)
    shown = overlay(controller)
    assert shown.hovered_figure == BEN and shown.hovered is None
    assert [label.text for label in shown.labels] == ["Ben · head", "Ben looks at Anna already"]
    controller.press("left", *controller.pointer, NONE)
    controller.release("left")
    assert not answers and controller.bone_pick is not None
    over(1.25)
    assert current_hints(controller)[0] == ("LMB", "Take Ben · chest")
    controller.press("left", *controller.pointer, NONE)
    controller.release("left")
    assert answers == [BoneRef("chest", BEN)] and stage.look().document.active_figure == ANNA
