"""evaluate: a document becomes a posed skeleton.

The same document gives the same matrices to the last bit, on any thread and after reopening. What is kept between
calls, the arrays made from bones, constraints and pose, only saves time (`program.recent`).
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from functools import cache
from time import perf_counter_ns
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Document, Rig
from pantin.rigs.clip import Clip
from pantin.rigs.editing.clips import rows_at
from pantin.rigs.figure import Figure
from pantin.rigs.figure_order import order_of_figures
from pantin.rigs.place import Place
from pantin.rigs.remembered import make_room, room
from pantin.rigs.scene import has_bone
from pantin.rigs.solvers import SolverName
from pantin.solver.compiling.kernel import WORTH_LOADING, Entry
from pantin.solver.compiling.layout import POSE_LENGTH, POSE_WIDTH
from pantin.solver.gaze import NO_OTHERS, Others, turn_eyes
from pantin.solver.ground.planting import Missed, on_ground, plants
from pantin.solver.messages import _
from pantin.solver.program.above_ground import goals_of
from pantin.solver.program.bones_of_others import Neighbour, among, transform_of_row
from pantin.solver.program.evaluated import Evaluated
from pantin.solver.program.memory import SpringMemory
from pantin.solver.program.posed import GoalReport, Posed, seal
from pantin.solver.program.program import Program
from pantin.solver.program.recent import program_for
from pantin.solver.program.schedule import Grab
from pantin.solver.program.skeleton import Floats
from pantin.solver.springing import Swing, settle, swing_on

_NO_GRABS = np.empty((0, 3))

TOO_LONG = 2.0
"""Seconds that nobody is to wait for a pose because the solver is interpreted."""

LIKELY_STEPS = 20.0
"""Steps after which most groups have reached their goals."""


def evaluate(
    document: Document,
    grabs: Sequence[Grab] = (),
    solver: SolverName | None = None,
    reports: tuple[GoalReport, ...] = (),
    swing: Swing | None = None,
) -> Evaluated:
    """Return the figure that is edited in its pose. Never raises for a rig that was read.

    Raises ValueError, in one sentence, for bones that no file may hold: with a parent that is missing, or in a circle.
    `grabs` are goals that last as long as a drag. `solver`, where given, is used for all chains, whatever they ask for.
    `reports` of goals that somebody else has solved are with those of the rig. Feet that plant stand on the
    ground. Springs are at rest, or go on as `swing` says. Other figures are posed first where constraints refer to
    their bones.
    """
    return _posed(document, grabs, solver, reports, neighbours_of(document, {}), _seen(document, {}), swing)


def evaluate_figures(document: Document, evaluated: Posed | None = None) -> dict[str, Posed]:
    """Return all figures of the scene in their poses, by name, in the order of the scene.

    `evaluated` is the figure that is edited, where it is posed already, with what pulls at it. A figure that is the
    same as before among the same others is not posed again.
    """
    make_room(len(document.scene.figures))
    known: dict[str, Posed] = {} if evaluated is None else {document.active_figure: evaluated}
    for figure in document.scene.figures:
        _figure_posed(document.editing(figure.name), known)
    return {figure.name: known[figure.name] for figure in document.scene.figures}


def neighbours_of(document: Document, known: dict[str, Posed]) -> Mapping[str, Neighbour]:
    """Return the other figures that constraints of the one that is edited refer to, as they are.

    `known` has those that are posed already, and gets the others. Of figures that refer to each other in a circle, the
    first refers to none of them.
    """
    figure = document.figure
    if not figure.rig.looked_at_in_others:
        return {}
    names = order_of_figures(document.scene).looked_at(figure)
    return {
        name: Neighbour(document.scene.figure(name), _figure_posed(document.editing(name), known)) for name in names
    }


def _figure_posed(document: Document, known: dict[str, Posed]) -> Posed:
    """Return the figure that is edited in its pose, and note it in `known`."""
    global _recent
    name, figure = document.active_figure, document.figure
    if name not in known:
        neighbours = neighbours_of(document, known)
        parts = (figure.rig, figure.pose, document.ground, figure.place)
        seen = _seen(document, known)
        near = (*neighbours.items(), *(() if seen is None else ((seen.figure.name, seen),)))
        around = tuple((name, each.posed, each.figure.place) for name, each in near)
        kept = next((each for each in _recent if _are_same(each, parts, around)), None)
        if kept is None:
            kept = _Kept(parts, around, _posed(document, (), None, (), neighbours, seen))
        _recent = (kept, *(each for each in _recent if each is not kept))[: 2 * room()]
        known[name] = kept.posed
    return known[name]


class _Kept(NamedTuple):
    """A figure in its pose, and what it was posed from: its own parts, and the figures that it refers to."""

    parts: tuple[object, ...]
    around: tuple[tuple[str, Posed, Place], ...]
    posed: Posed


_recent: tuple[_Kept, ...] = ()
"""The figures posed last, newest first: two for each of a scene. Replaced whole, so that threads may share it."""


def _are_same(kept: _Kept, parts: tuple[object, ...], around: tuple[tuple[str, Posed, Place], ...]) -> bool:
    """Return whether a figure was posed from the same parts, among the same figures under the same names."""
    if not all(map(operator.is_, kept.parts, parts)) or len(kept.around) != len(around):
        return False
    pairs = zip(kept.around, around, strict=True)
    return all(a[0] == b[0] and a[1] is b[1] and a[2] == b[2] for a, b in pairs)


def _posed(
    document: Document,
    grabs: Sequence[Grab],
    solver: SolverName | None,
    reports: tuple[GoalReport, ...],
    neighbours: Mapping[str, Neighbour],
    seen: Neighbour | None,
    swing: Swing | None = None,
) -> Evaluated:
    """Return the figure in its pose among others, with its feet on the ground. Its eyes look at the one `seen`."""
    began = perf_counter_ns()

    def posed(other: Document, missed: tuple[Missed, ...]) -> Evaluated:
        """Return another document in its pose, with reports of the feet that miss their places."""
        return _as_posed(other, grabs, solver, began, (*reports, *map(_foot_report, missed)), neighbours, seen, swing)

    unplanted = posed(document, ())
    return on_ground(document, unplanted, posed) if plants(document) else unplanted


def _foot_report(missed: Missed) -> GoalReport:
    """The report of a foot that does not reach its place on the ground."""
    return GoalReport(
        owner=missed.sole.foot,
        constraint=missed.sole.constraint,
        residual=missed.residual,
        reached=False,
        iterations=0,
        pole_undefined=False,
        position=missed.position,
        effector=missed.effector,
        method=_("Ground"),
        bones=missed.sole.leg[::-1],
        root=missed.root,
        length=missed.length,
        handle=missed.sole.handle,
    )


def _as_posed(
    document: Document,
    grabs: Sequence[Grab],
    solver: SolverName | None,
    began: int,
    reports: tuple[GoalReport, ...],
    neighbours: Mapping[str, Neighbour],
    seen: Neighbour | None,
    swing: Swing | None,
) -> Evaluated:
    """Return the figure in its pose, whatever it stands on."""
    figure, swung = document.figure, None
    whole = among(figure, neighbours)
    program, rows = program_for(whole, document.ground, grabs, solver)
    positions = goals_of(document, grabs) if grabs else _NO_GRABS
    out, run = np.empty(program.room), _entry(program.needs_all_solvers)
    if run.compiled is None:
        _consider(run, program)
    ((run.compiled and run.unchecked) or run)(program.numbers, program.rows, rows, positions, out)
    others = _in_armature(figure, seen)
    if figure.pose.gaze is not None:
        turn_eyes(figure.rig, figure.pose.gaze, out[: len(figure.rig.bones)], others)
    if figure.rig.springs.chains:
        swung = _swung(figure.rig, out[: len(figure.rig.bones)], swing)
    made = Evaluated(program, out, began, reports, own=None if whole is figure else figure.rig)
    made.swung = swung
    if others:
        made.others = {**made.others, **others}
    return made


def _swung(rig: Rig, matrices: Floats, swing: Swing | None) -> SpringMemory | None:
    """Turn the bones that swing (n, 4, 4), and return what is remembered of them."""
    return settle(rig, matrices) if swing is None else swing_on(rig, matrices, swing.memory, swing.seconds)


def bones_seen(document: Document) -> Others:
    """Return the bone of another figure that the eyes of the edited one look at (4, 4), in its armature space."""
    return _in_armature(document.figure, _seen(document, {}))


def _seen(document: Document, known: Mapping[str, Posed]) -> Neighbour | None:
    """Return the other figure at which the eyes of the edited one look; `known` are posed already.

    It is posed as if nobody looked: eyes move nothing that others look at, so that two can look at each other.
    """
    gaze = document.figure.pose.gaze
    ref = None if gaze is None else gaze.of_other
    if ref is None or not has_bone(document.scene, ref):
        return None
    figure = document.scene.figure(ref.figure)
    if ref.figure not in known:
        bare = tuple(_without_gaze(each) for each in document.scene.figures)
        there = Document(replace(document.scene, figures=bare), ref.figure)
        return Neighbour(figure, _figure_posed(there, {}))
    return Neighbour(figure, known[ref.figure])


def _without_gaze(figure: Figure) -> Figure:
    return figure if figure.pose.gaze is None else replace(figure, pose=replace(figure.pose, gaze=None))


def _in_armature(figure: Figure, seen: Neighbour | None) -> Others:
    """Return the bone that the eyes of a figure look at (4, 4), in its armature space; none where none is `seen`."""
    gaze = figure.pose.gaze
    if seen is None or gaze is None or (ref := gaze.of_other) is None:
        return NO_OTHERS
    to_own = figure.place.inverse.matrix @ seen.figure.place.matrix
    return {ref: to_own @ seen.posed.matrices[seen.posed.index[ref.bone]]}


def program_among(
    document: Document, grabs: Sequence[Grab] = (), solver: SolverName | None = None
) -> tuple[Program, Floats]:
    """Return the program of the figure that is edited and its pose as rows (n, POSE_WIDTH), among other figures.

    The bones of others that it refers to have the last rows.
    """
    whole = among(document.figure, neighbours_of(document, {}))
    return program_for(whole, document.ground, grabs, solver)


def evaluate_many(document: Document, poses: Floats) -> Floats:
    """The matrices (f, n, 4, 4) of the document's rig in each of `poses` (f, n, 12), read-only: a whole clip at once.

    A row of a pose is a bone's location, unit rotation [x, y, z, w], scale, length and thickness, as `pose_rows` makes
    it; the last two may be left out. The document's own pose does not count. Each frame is what `evaluate` makes of a
    document with that pose, to the bit. Raises ValueError where the shape of `poses` is not that of the rig.
    """
    program, rows = program_among(document)
    n = len(document.rig.bones)
    if poses.ndim != 3 or poses.shape[1:] not in ((n, POSE_WIDTH), (n, POSE_LENGTH)):
        raise ValueError(f"Poses of this rig are arrays (frames, {n}, {POSE_WIDTH}), not {poses.shape}.")
    if poses.shape[2] < POSE_WIDTH:
        poses = np.concatenate((poses, np.ones((*poses.shape[:2], POSE_WIDTH - poses.shape[2]))), axis=2)
    if plants(document):
        return _each_on_ground(document, program.skeleton.names[:n], poses)
    if len(rows) > n:
        poses = np.concatenate((poses, np.broadcast_to(rows[n:], (len(poses), *rows[n:].shape))), axis=1)
    clip = np.require(poses, np.float64, ("C", "W")).reshape(-1, POSE_WIDTH)
    out = np.empty((len(clip) + program.room[0] - len(rows), 4, 4))
    _run_clip(program, clip, out)
    if (gaze := document.figure.pose.gaze) is not None:
        others = bones_seen(document)
        for first in range(0, len(clip), len(rows)):
            turn_eyes(document.rig, gaze, out[first : first + n], others)
    if document.rig.springs.chains:
        for first in range(0, len(clip), len(rows)):
            settle(document.rig, out[first : first + n])
    seal(out)
    return out[: len(clip)].reshape(len(poses), len(rows), 4, 4)[:, :n]


def _run_clip(program: Program, clip: Floats, out: Floats) -> None:
    """Pose each frame of a clip (f · n, POSE_WIDTH) into `out`, the last with all that a program writes beside."""
    n = len(program.skeleton.names)
    run, first = _entry(program.needs_all_solvers), 0
    while not run.compiled and first < len(clip) - n:  # frame by frame, until the compiled entry is worth while
        run(program.numbers, program.rows, clip[first : first + n], _NO_GRABS, out[first : first + program.room[0]])
        _consider(run, program)
        first += n
    run(program.numbers, program.rows, clip[first:], _NO_GRABS, out[first:])


def _each_on_ground(document: Document, names: Sequence[str], poses: Floats) -> Floats:
    """The matrices (f, n, 4, 4) of poses that come to stand on the ground, one by one."""
    found = np.empty((len(poses), len(names), 4, 4))
    for frame, rows in enumerate(np.asarray(poses, np.float64).tolist()):
        pose = {name: transform_of_row(row) for name, row in zip(names, rows, strict=True)}
        found[frame] = evaluate(document.posed(pose)).matrices
    seal(found)
    return found


def pose_rows(document: Document) -> Floats:
    """The document's pose as an array (n, POSE_WIDTH): a frame for `evaluate_many`."""
    return program_among(document)[1][: len(document.rig.bones)].copy()


def clip_rows(document: Document, clip: Clip, frames: Sequence[int] | slice = slice(None)) -> Floats:
    """Return the tracks of a clip as poses (f, n, POSE_WIDTH) for `evaluate_many`, of all frames or of some.

    Bones without a track stay as they are posed. Handles are not put where bones are: `frames_seen` does that.
    """
    moved = rows_at(clip, frames)
    rows = np.repeat(pose_rows(document)[None], len(moved), axis=0)
    places = document.rig.rows
    for track, name in enumerate(clip.bones):
        if name in places:
            rows[:, places[name], :POSE_LENGTH] = moved[:, track]
            rows[:, places[name], POSE_LENGTH:] = 1.0
    return rows


def in_kernel(document: Document) -> float:
    """Return the time that the kernels alone take for `document`, µs: benches print it beside the whole."""
    program, rows = program_among(document)
    run, out = _entry(program.needs_all_solvers), np.empty(program.room)
    start = perf_counter_ns()
    run(program.numbers, program.rows, rows, _NO_GRABS, out)
    return (perf_counter_ns() - start) / 1000.0


def needs_all_solvers(document: Document, grabs: Sequence[Grab] = (), solver: SolverName | None = None) -> bool:
    """Return whether evaluating this takes the entry that is compiled last."""
    return program_among(document, grabs, solver)[0].needs_all_solvers


def is_long_interpreted(document: Document, grabs: Sequence[Grab] = (), solver: SolverName | None = None) -> bool:
    """Return whether posing this takes more than TOO_LONG, interpreted and with some LIKELY_STEPS a group."""
    program = program_among(document, grabs, solver)[0]
    if _seconds(program, LIKELY_STEPS) <= TOO_LONG:
        return False
    run = _entry(program.needs_all_solvers)
    _consider(run, program)
    return run.compiled is None


def _consider(run: Entry, program: Program) -> None:
    """Let the compiled entry take over where that is worth while."""
    if run.compiled is None and run.seconds + _seconds(program) > WORTH_LOADING:
        from pantin.solver.compiling.warm_up import consider

        consider(run, _seconds(program))


def _seconds(program: Program, most_steps: float = np.inf) -> float:
    """Return the seconds that an interpreted evaluation takes, with at most `most_steps` for each group."""
    steps, seconds = program.efforts.T
    return float(np.minimum(steps, most_steps) @ seconds)


@cache
def _entry(needs_all_solvers: bool) -> Entry:
    """The entry that knows the solvers of a program. Imported here: no window needs it for its first frame."""
    if needs_all_solvers:
        from pantin.solver.entries.all_solvers import run
    else:
        from pantin.solver.entries.auto import run
    return run
