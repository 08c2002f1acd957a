"""Asking for a bone in the view: a click answers, the reason stands at the pointer, Esc and the right button leave."""

from __future__ import annotations

import pytest

from pantin.rigs.document import Document
from pantin.rigs.templates import humanoid
from pantin.viewport.interaction.bone_question import Question
from pantin.viewport.tools import tool_named
from tests.viewport.interaction.test_hand import NONE, Handled

AWAY = (5.0, 5.0)


class Asked(Handled):
    """A hand over the humanoid that is asked for any bone but the left thigh."""

    def __init__(self) -> None:
        super().__init__(Document(humanoid.rig()))
        self.answers: list[str | None] = []
        refused = {"thigh.L": "this moves it"}
        self.question = Question(
            "the target of IK on shin.L", lambda name: refused.get(name, ""), self.answers.append, "No target"
        )
        self.hand.ask(self.question)

    def over(self, name: str) -> None:
        self.hand.move(*self.place(name), NONE)
        self.hand.point()

    def words(self) -> list[str]:
        return [label.text for label in self.hand.overlay().labels]


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
    assert not asked.answers and asked.hand.question is asked.question
    assert asked.hand.says()[:2] == (("LMB", "thigh.L cannot be taken"), ("Esc", "No target"))


def test_what_can_be_taken_lights_up_with_its_name(asked) -> None:
    asked.over("chest")
    seen = asked.hand.overlay()
    assert seen.hovered == "chest" and asked.words() == ["chest"] and seen.dots and not seen.relations
    assert asked.hand.says()[0] == ("LMB", "Take chest") and asked.hand.cursor == "cross"


def test_beside_the_figure_it_says_what_is_asked_for(asked) -> None:
    asked.hand.move(*AWAY, NONE)
    asked.hand.point()
    assert asked.words() == ["Click the target of IK on shin.L"]
    asked.click(*AWAY)
    assert not asked.answers
    asked.hand.leave()
    assert not asked.words()


def test_esc_and_the_right_button_leave(asked) -> None:
    assert asked.hand.knows("escape", NONE) and not asked.hand.knows("g", NONE)
    asked.hand.key("escape", NONE)
    assert asked.answers == [None] and asked.hand.question is None
    asked.hand.ask(asked.question)
    asked.hand.press("right", *asked.place("head"), NONE)
    assert asked.answers == [None, None]


def test_the_camera_still_turns(asked) -> None:
    before = asked.hand.sight.camera
    asked.drag([AWAY, (90.0, 40.0)], button="middle")
    assert asked.hand.sight.camera != before and asked.hand.question is asked.question


def test_a_gizmo_is_not_in_the_way(asked) -> None:
    asked.stage.select(("head",), "head")
    asked.hand.tool = tool_named("rotate")
    asked.click(*asked.place("head"))
    assert asked.answers == ["head"]


def test_the_words_stay_inside_the_view(asked) -> None:
    asked.hand.move(asked.hand.lens.width - 5.0, 300.0, NONE)
    asked.hand.point()
    assert all(label.align == "right" for label in asked.hand.overlay().labels)
