"""Asking for a bone in the view: a click answers, the reason stands at the pointer, Esc and the right button leave."""

from __future__ import annotations

import pytest

from pantin.rigs.document import Document
from pantin.rigs.templates import humanoid
from pantin.viewport.interaction.bone_pick import BonePick
from pantin.viewport.interaction.feedback import current_hints, cursor, overlay
from pantin.viewport.tools import tool_named
from tests.viewport.controller_driver import NONE, Driver

AWAY = (5.0, 5.0)


class Asked(Driver):
    """A hand over the humanoid that is asked for any bone but the left thigh."""

    def __init__(self) -> None:
        super().__init__(Document.of(humanoid.rig()))
        self.answers: list[str | None] = []
        rejected = {"thigh.L": "this moves it"}
        self.pick = BonePick(
            "the target of IK on shin.L", lambda name: rejected.get(name, ""), self.answers.append, "No target"
        )
        self.controller.ask(self.pick)

    def over(self, name: str) -> None:
        self.controller.move(*self.place(name), NONE)
        self.controller.point()

    def words(self) -> list[str]:
        return [label.text for label in overlay(self.controller).labels]


@pytest.fixture
def asked() -> Asked:
    return Asked()


def test_a_click_answers_and_selects_nothing(asked) -> None:
    asked.click(*asked.place("head"))
    assert asked.answers == ["head"] and asked.document.selected == ()
    asked.click(*asked.place("head"))
    assert asked.answers == ["head"] and asked.document.selected == ("head",)


def test_what_cannot_be_taken_says_why_and_goes_on_asking(asked) -> None:
    asked.over("thigh.L")
    assert asked.words() == ["thigh.L", "this moves it"]
    asked.click(*asked.place("thigh.L"))
    assert not asked.answers and asked.controller.bone_pick is asked.pick
    assert current_hints(asked.controller)[:2] == (("LMB", "thigh.L cannot be taken"), ("Esc", "No target"))


def test_a_click_on_nothing_goes_on_asking_and_says_so(asked) -> None:
    asked.controller.move(*AWAY, NONE)
    asked.controller.point()
    assert asked.words() == ["Click the target of IK on shin.L"]
    asked.click(*AWAY)
    assert not asked.answers and asked.controller.bone_pick is not None
    assert asked.words()[1:] == ["No bone is here: click one, or press Esc"]
    asked.click(*asked.place("head"))
    assert asked.answers == ["head"]


def test_what_can_be_taken_lights_up_with_its_name(asked) -> None:
    asked.over("chest")
    seen = overlay(asked.controller)
    assert seen.hovered == "chest" and asked.words() == ["chest"] and seen.dots and not seen.relations
    assert current_hints(asked.controller)[0] == ("LMB", "Take chest") and cursor(asked.controller) == "cross"


def test_beside_the_figure_it_says_what_is_asked_for(asked) -> None:
    asked.controller.move(*AWAY, NONE)
    asked.controller.point()
    assert asked.words() == ["Click the target of IK on shin.L"]
    asked.click(*AWAY)
    assert not asked.answers
    asked.controller.leave()
    assert not asked.words()


def test_esc_and_the_right_button_leave(asked) -> None:
    assert asked.controller.knows("escape", NONE) and not asked.controller.knows("g", NONE)
    asked.controller.key("escape", NONE)
    assert asked.answers == [None] and asked.controller.bone_pick is None
    asked.controller.ask(asked.pick)
    asked.controller.press("right", *asked.place("head"), NONE)
    assert asked.answers == [None, None]


def test_the_camera_still_turns(asked) -> None:
    before = asked.controller.view_camera.camera
    asked.drag([AWAY, (90.0, 40.0)], button="middle")
    assert asked.controller.view_camera.camera != before and asked.controller.bone_pick is asked.pick


def test_a_gizmo_is_not_in_the_way(asked) -> None:
    asked.stage.select(("head",), "head")
    asked.controller.tool = tool_named("rotate")
    asked.click(*asked.place("head"))
    assert asked.answers == ["head"]


def test_the_words_stay_inside_the_view(asked) -> None:
    asked.controller.move(asked.controller.lens.width - 5.0, 300.0, NONE)
    asked.controller.point()
    assert all(label.align == "right" for label in overlay(asked.controller).labels)
