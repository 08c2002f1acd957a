"""A figure is grown anew where what it grows from has changed, and only there; beforehand in each detail it needs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pantin.rigs import Document, remembered
from pantin.rigs.editing.bones import rename
from pantin.rigs.rig import Rig
from pantin.rigs.templates import TEMPLATES
from pantin.viewport.figure import mannequin as figures
from pantin.viewport.figure.mannequin import forget_older, generate, mannequin
from tests.viewport.figure.chains import chain


def named(rig: Rig, old: str, new: str) -> Rig:
    return rename(Document.of(rig), old, new).rig


def test_a_name_that_tells_no_part_of_the_body_changes_nothing() -> None:
    rig = chain(6)
    assert mannequin(named(rig, "link2", "piece")) is mannequin(rig)
    person = TEMPLATES["humanoid"]()
    assert mannequin(named(person, "hand_ik.L", "left_grip")) is mannequin(person)


def test_a_name_that_tells_another_part_of_the_body_turns_another_solid() -> None:
    person = TEMPLATES["humanoid"]()
    row = next(row for row, bone in enumerate(person.bones) if bone.name == "head")
    other = mannequin(named(person, "head", "thing"))
    assert other is not mannequin(person)
    assert not (other.boxes[row] == mannequin(person).boxes[row]).all()


def test_a_root_that_turns_about_no_axis_any_more_makes_a_machine_of_a_chain() -> None:
    rig = chain(4)
    root, *others = rig.bones
    standing = replace(rig, bones=(replace(root, joint=replace(root.joint, lock=(True, True, True))), *others))
    assert mannequin(standing).positions.shape != mannequin(rig).positions.shape


def test_a_figure_is_grown_beforehand_in_the_details_in_which_figures_are_painted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mannequin(chain(3), 0.6)
    other = chain(5, length=0.17)
    generate(other)
    monkeypatch.setattr(figures, "_generate", None)
    assert mannequin(other, 0.6).positions.shape != mannequin(other).positions.shape


def test_figures_of_other_documents_are_forgotten_and_that_of_the_present_one_stays() -> None:
    before = mannequin(TEMPLATES["quadruped"]())
    assert mannequin(TEMPLATES["quadruped"]()) is before
    present = TEMPLATES["biped"]()
    coarse, full = mannequin(present, 0.5), mannequin(present)
    remembered.forget_older()
    forget_older()
    assert mannequin(present) is full and mannequin(present, 0.5) is coarse
    assert mannequin(TEMPLATES["quadruped"]()) is not before
