"""Results are kept by the very objects that they were computed from, the last few of each function."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from pantin.rigs.remembered import KEPT, forget_older, make_room, remembered


@pytest.fixture(autouse=True)
def one_figure() -> None:
    """As in a document of one figure, whatever was drawn before."""
    forget_older()


class Held(NamedTuple):
    bones: object
    pose: object = None


def test_what_is_asked_for_again_and_again_is_computed_once() -> None:
    """Whatever else was asked about in between: one more than there is room for, one at a time."""
    asked: list[object] = []

    @remembered()
    def found(of: object) -> object:
        asked.append(of)
        return of

    first, others = object(), [object() for _ in range(2 * KEPT)]
    for other in others:
        assert found(first) is first and found(other) is other
    assert asked.count(first) == 1 and len(asked) == 1 + 2 * KEPT
    assert found(others[0]) is others[0] and asked.count(others[0]) == 2


def test_there_is_room_for_each_figure_of_a_scene() -> None:
    """Which are asked for one after the other, at every frame."""
    asked: list[object] = []

    @remembered()
    def found(of: object) -> int:
        asked.append(of)
        return len(asked)

    figures = [object() for _ in range(30)]
    make_room(len(figures))
    for _frame in range(3):
        for each in figures:
            found(each)
    assert len(asked) == len(figures)
    forget_older()
    assert found.results == (len(figures),)


def test_an_equal_object_is_another() -> None:
    @remembered()
    def found(of: list[int]) -> list[int]:
        return [*of]

    one, other = [1], [1]
    assert found(one) is found(one)
    assert found(one) is not found(other)


def test_only_the_parts_that_are_named_count_and_the_other_arguments() -> None:
    @remembered("bones")
    def found(of: Held, bare: bool = False) -> Held:
        return Held(of.bones, bare)

    bones = object()
    result = found(Held(bones, pose=1))
    assert found(Held(bones, pose=2)) is result
    assert found(Held(object())) is not result
    assert found(Held(bones), True) is not result
    assert found(Held(bones), True) is found(Held(bones), bare=True)
    assert found.__name__ == "found"


def test_what_is_older_is_forgotten_but_for_the_object_asked_about_last() -> None:
    @remembered("bones")
    def found(of: Held, detail: int) -> str:
        asked.append(detail)
        return str(detail)

    asked: list[int] = []
    old, new = object(), object()
    for bones, detail in ((old, 1), (new, 1), (old, 2), (new, 2)):
        found(Held(bones), detail)
    forget_older()
    assert found.results == ("2", "1")
    asked.clear()
    for bones in (new, new, old):
        found(Held(bones), 1)
    assert asked == [1]


def test_a_default_that_is_given_is_the_same_as_one_that_is_not() -> None:
    calls = []

    @remembered()
    def doubled(text: str, sides: bool = False) -> str:
        calls.append((text, sides))
        return text + text

    word = "word"
    assert doubled(word) is doubled(word, False) is doubled(word, sides=False)
    assert calls == [(word, False)]
