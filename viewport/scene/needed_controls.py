"""Handles, poles and bones that are drawn: those of the limbs that are hovered, selected or pulled.

A control belongs to its limb or to its chain; one of neither, to what it carries and drives. One that steers nothing
now, as that of a limb in FK, comes only where it is the target itself: whoever reaches for the hand takes the hand.
What leads to no part of the figure is always drawn, and so are bones of a wooden figure that have no wood around them:
nothing else would show where they are. A skin shows where its bones are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.constraints import Goal
from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Rig
from pantin.rigs.tree.chains import acts, chain_bones
from pantin.viewport.figure.mannequin import mannequin
from pantin.viewport.scene.rig_arrays import drawn_as_bone, pole_of
from pantin.viewport.scene.scene import ACTIVE, HIGHLIGHTED, SELECTED, Display, Flags, Marks

CHOSEN = HIGHLIGHTED | SELECTED | ACTIVE
"""The marks that show the bones of a limb. A hovered part is outlined: its handles come, its bones do not."""


class Needed(msgspec.Struct, frozen=True, eq=False):
    """The rows that are drawn (n,): of the controls, and of the bones that are drawn as bones."""

    controls: Marks
    bones: Marks


class _Groups(msgspec.Struct, frozen=True, eq=False):
    """Rows that come together, the rows of controls that nothing leads to, the rows with a body of wood, and those of
    controls that steer nothing now."""

    groups: tuple[NDArray[np.intp], ...]
    lonely: Marks
    wooden: Marks
    idle: Marks


def needed(rig: Rig, marks: Flags, display: Display, editing: bool = False, in_skin: bool = False) -> Needed:
    """Return the parts of the rig that are drawn where its bones have these marks; `in_skin` where a skin is drawn.

    While the rest pose is edited everything is.
    """
    every = np.ones(len(rig.bones), dtype=np.bool_)
    if editing or display.controls == "always":
        return Needed(every, every)
    known = _groups(rig)
    controls = known.lonely | (marks > 0)
    bones = marks & CHOSEN > 0
    if not in_skin:
        bones |= ~known.wooden
    for group in known.groups:
        if marks[group].any():
            controls[group] = True
            if (marks[group] & CHOSEN).any():
                bones[group] = True
    controls &= ~known.idle | (marks > 0)
    return Needed(controls, every if _shows_bones(display) else bones)


def _shows_bones(display: Display) -> bool:
    """Return whether all bones are asked for: without wood to cover them, with names or with axes."""
    return display.figure in ("off", "x-ray") or display.names or display.axes


@remembered("bones", "constraints", "limbs")
def _groups(rig: Rig) -> _Groups:
    row = {bone.name: index for index, bone in enumerate(rig.bones)}
    groups = [np.array(sorted({row[name] for name in names if name in row}), dtype=np.intp) for names in _together(rig)]
    controls = np.array([not drawn_as_bone(bone, bare=False) for bone in rig.bones], dtype=np.bool_)
    groups = [group for group in groups if controls[group].any()]
    wooden = np.zeros(len(rig.bones), dtype=np.bool_)
    wooden[mannequin(rig).main_joints] = True
    lonely = controls & ~wooden
    for group in groups:
        if wooden[group].any():
            lonely[group] = False
    resting = _idle(rig)
    idle = np.array([bone.kind != "bone" and bone.name in resting for bone in rig.bones], dtype=np.bool_)
    return _Groups(tuple(groups), lonely, wooden, idle)


def _idle(rig: Rig) -> frozenset[str]:
    """The handles and poles that constraints name, none of which acts now, and that carry nothing."""
    named: dict[bool, set[str]] = {False: set(), True: set()}
    for constraint in rig.constraints:
        pole = pole_of(constraint)
        named[acts(rig, constraint)].update((*constraint.looks_at, *((pole,) if pole else ())))
    loose = named[False] - named[True]
    return frozenset(name for name in loose if name in rig.by_name and not rig.children.get(name))


def _together(rig: Rig) -> Iterator[tuple[str, ...]]:
    """The names of bones and controls that come together."""
    for limb in rig.limbs:
        yield (*limb.bones, *limb.controls)
    for constraint in rig.constraints:
        pole = pole_of(constraint)
        chain = chain_bones(rig, constraint) if isinstance(constraint, Goal) else ()
        if constraint.looks_at:
            yield (constraint.owner, *chain, *constraint.looks_at, *((pole,) if pole else ()))
    for bone in rig.bones:
        if bone.kind != "bone":
            yield (bone.name, *_carried(rig, bone.name))


def _carried(rig: Rig, control: str) -> Iterable[str]:
    """The first bones of the body that hang on a control."""
    return (child.name for child in rig.children.get(control, ()) if child.kind == "bone")
