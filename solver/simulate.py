"""simulate: a document in time. What is remembered goes in and comes out; the document stays a value.

evaluated = simulate(document, None, 0.0)
evaluated = simulate(moved(document), evaluated.memory, 1 / 60)

The same document, memory and seconds give the same matrices and the same memory to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import isfinite
from time import perf_counter_ns

import msgspec
import numpy as np

from pantin.rigs import Document, Goal
from pantin.rigs.editing.grounds import unplanted
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.rest import rest_matrices
from pantin.rigs.simulation import Simulation
from pantin.rigs.tree.chains import acts, chain_bones
from pantin.rigs.vectors import three
from pantin.solver.compiling.kernel import WORTH_LOADING, Entry
from pantin.solver.evaluate import evaluate, program_among
from pantin.solver.ground.planting import planted, plants
from pantin.solver.messages import _
from pantin.solver.program.above_ground import goals_of
from pantin.solver.program.evaluated import Evaluated
from pantin.solver.program.memory import NOTHING, Memory, rows_for
from pantin.solver.program.posed import seal
from pantin.solver.program.program import Program
from pantin.solver.program.schedule import Grab
from pantin.solver.program.skeleton import Floats
from pantin.solver.simulation import columns
from pantin.solver.springing import swing_on

LONGEST = 60.0
"""Seconds that a frame may last at most."""

FIRST_FRAME = 1 / 24
"""Seconds in whose frames a figure comes from rest to its goals before it begins, where the first frame has no time."""

_ROTATION = slice(3, 7)
"""The columns of the rotation in a row of a pose."""


def simulate(document: Document, memory: Memory | None, seconds: float, grabs: Sequence[Grab] = ()) -> Evaluated:
    """Move the figure on by `seconds`, from what `memory` holds towards the goals of `document`.

    `memory` of the result is for its next frame. Without one the figure begins as the document is posed, or at rest
    (`Simulation.start`). Feet that plant go to where they stand on the ground. In the mode Animation a document is
    evaluated as ever, and nothing is remembered. `grabs` are goals that last as long as a drag. Raises ValueError, in
    one sentence, for seconds that are not from 0 to LONGEST.
    """
    _check(seconds)
    settings = document.rig.simulation
    if settings.mode == "animation":
        return evaluate(document, grabs)
    began = perf_counter_ns()
    document = _placed(document, grabs)
    program, rows = program_among(document, grabs)
    settings_row = _settings_row(settings, seconds, memory is None)
    if memory is None:
        memory = _first_memory(document, program, rows, grabs)
        if settings.start == "rest" and seconds == 0.0 and settings_row[columns.REITERATIONS]:
            settings_row[columns.SECONDS] = FIRST_FRAME
    evaluated = _moved(document, program, rows, grabs, settings_row, memory, began)
    evaluated.memory = msgspec.structs.replace(evaluated.memory or NOTHING, seconds=memory.seconds + seconds)
    return evaluated


def _check(seconds: float) -> None:
    """Raise ValueError for a time that no frame may last."""
    if not isfinite(seconds) or not 0.0 <= seconds <= LONGEST:
        sentence = _("A frame lasts between 0 and {longest:g} seconds, not {seconds:g}.")
        raise ValueError(sentence.format(longest=LONGEST, seconds=seconds))


def _placed(document: Document, grabs: Sequence[Grab]) -> Document:
    """The document with its chains at the origin, where its simulation asks for that, and its feet on the ground."""
    if document.rig.simulation.translate_roots:
        document = _with_roots_at_origin(document)
    return planted(document, evaluate(unplanted(document), grabs)) if plants(document) else document


def _with_roots_at_origin(document: Document) -> Document:
    """The document whose chains begin at the origin of the armature, where they have no parent."""
    rig = document.rig
    iks = (each for each in rig.constraints if isinstance(each, Goal) and acts(rig, each))
    ends = (chain_bones(rig, ik)[-1:] for ik in iks)
    roots = {name for chain in ends for name in chain if rig.by_name[name].parent is None}
    found = {}
    for name in roots:
        rest = rest_matrices([rig.by_name[name]])[0]
        found[name] = msgspec.structs.replace(
            document.figure.transform(name), location=three(-rest[:3, :3].T @ rest[:3, 3])
        )
    return with_transforms(document, found)


def _first_memory(document: Document, program: Program, rows: Floats, grabs: Sequence[Grab]) -> Memory:
    """The memory of the figure as it is shown, or at rest. Targets have no speed yet."""
    first, bones = rows.copy(), [program.skeleton.index[name] for name in program.joints]
    if document.rig.simulation.start == "rest":
        first[bones, _ROTATION] = (0.0, 0.0, 0.0, 1.0)
    elif bones:
        first[bones, _ROTATION] = evaluate(document, grabs).local_poses[bones, _ROTATION]
    still = _settings_row(document.rig.simulation, 0.0, True)
    kept = _moved(document, program, first, grabs, still, NOTHING, perf_counter_ns()).memory or NOTHING
    joints = kept.joints.copy()
    if document.rig.simulation.start == "rest":
        joints[:, columns.KEPT_LENGTH] = 1.0
    seal(joints)
    return msgspec.structs.replace(kept, joints=joints, goals=(), targets=NOTHING.targets)


def _moved(
    document: Document,
    program: Program,
    rows: Floats,
    grabs: Sequence[Grab],
    settings_row: Floats,
    memory: Memory,
    began: int,
) -> Evaluated:
    """One frame."""
    positions = goals_of(document, grabs)
    out, (joints, targets), run = np.empty(program.room), rows_for(memory, program), _entry()
    if run.compiled is None and run.seconds > WORTH_LOADING:
        from pantin.solver.compiling import when_used

        when_used.consider(run)
    run(program.numbers, program.rows, rows, positions, out, settings_row, joints, targets)
    seal(joints)
    seal(targets)
    springs = swing_on(
        document.rig, out[: len(document.rig.bones)], memory.springs, float(settings_row[columns.SECONDS])
    )
    after = Memory(program.joints, program.chains, joints, targets, memory.seconds, springs)
    own = document.rig if document.rig.looked_at_in_others else None
    return Evaluated(program, out, began, memory=after, own=own)


def _settings_row(settings: Simulation, seconds: float, begins: bool) -> Floats:
    """The settings as the entry takes them (SETTINGS_WIDTH,)."""
    row = np.zeros(columns.SETTINGS_WIDTH)
    row[columns.SECONDS], row[columns.FEEDBACK] = seconds, settings.feedback
    row[columns.MAX_VELOCITY], row[columns.BY_DLS] = settings.max_velocity, settings.solver == "dls"
    row[columns.STEPS] = 0 if settings.auto_step else settings.steps
    row[columns.STEP_MIN], row[columns.STEP_MAX] = settings.step_min, max(settings.step_min, settings.step_max)
    repeats = settings.reiteration == "always" or (begins and settings.reiteration == "initial")
    row[columns.REITERATIONS] = settings.iterations if repeats else 0
    row[columns.PRECISION], row[columns.BEGINS] = settings.precision, begins
    return row


@cache
def _entry() -> Entry:
    """The entry that moves chains. Imported here: no other evaluation needs it."""
    from pantin.solver.entries.simulation import run

    return run
