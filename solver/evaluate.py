"""evaluate: a document becomes a posed skeleton.

The same document gives the same matrices to the last bit, on any thread and after reopening. What is kept between
calls, the arrays made from bones, constraints and pose, only saves time (`program.recent`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from time import perf_counter_ns

import numpy as np

from pantin.rigs import Document, Transform
from pantin.rigs.clip import Clip
from pantin.rigs.editing.clips import rows_at
from pantin.rigs.solvers import SolverName
from pantin.solver.compiling.kernel import WORTH_LOADING, Entry
from pantin.solver.compiling.layout import POSE_LENGTH, POSE_WIDTH
from pantin.solver.ground.planting import Missed, on_ground, plants
from pantin.solver.messages import _
from pantin.solver.program.above_ground import goals_of
from pantin.solver.program.evaluated import Evaluated
from pantin.solver.program.posed import GoalReport, seal
from pantin.solver.program.program import Program
from pantin.solver.program.recent import program_for
from pantin.solver.program.schedule import Grab
from pantin.solver.program.skeleton import Floats

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
) -> Evaluated:
    """Pose the document's rig. Never raises for a rig that was read.

    Raises ValueError, in one sentence, for bones that no file may hold: with a parent that is missing, or in a circle.
    `grabs` are goals that last as long as a drag. `solver`, where given, is used for all chains, whatever they ask for.
    `reports` of goals that somebody else has solved stand with those of the rig. Feet that plant stand on the
    ground.
    """
    began = perf_counter_ns()
    if plants(document):
        return _on_ground(document, grabs, solver, began, reports)
    return _as_posed(document, grabs, solver, began, reports)


def _on_ground(
    document: Document, grabs: Sequence[Grab], solver: SolverName | None, began: int, reports: tuple[GoalReport, ...]
) -> Evaluated:
    """The rig with its feet on the ground."""
    stood = _as_posed(document, grabs, solver, began, reports)

    def posed(other: Document, missed: tuple[Missed, ...]) -> Evaluated:
        """Another document in its pose, with reports of the feet that miss their places."""
        return _as_posed(other, grabs, solver, began, (*reports, *map(_foot_report, missed)))

    return on_ground(document, stood, posed)


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
    document: Document, grabs: Sequence[Grab], solver: SolverName | None, began: int, reports: tuple[GoalReport, ...]
) -> Evaluated:
    """The figure in its pose, whatever it stands on."""
    program, rows = program_for(document.figure, document.ground, grabs, solver)
    positions = goals_of(document, grabs) if grabs else _NO_GRABS
    out, run = np.empty(program.room), _entry(program.needs_all_solvers)
    if run.compiled is None:
        _consider(run, program)
    ((run.compiled and run.unchecked) or run)(program.numbers, program.rows, rows, positions, out)
    return Evaluated(program, out, began, reports)


def evaluate_many(document: Document, poses: Floats) -> Floats:
    """The matrices (f, n, 4, 4) of the document's rig in each of `poses` (f, n, 12), read-only: a whole clip at once.

    A row of a pose is a bone's location, unit rotation [x, y, z, w], scale, length and thickness, as `pose_rows` makes
    it; the last two may be left out. The document's own pose does not count. Each frame is what `evaluate` makes of a
    document with that pose, to the bit. Raises ValueError where the shape of `poses` is not that of the rig.
    """
    program = program_for(document.figure, document.ground, (), None)[0]
    n = len(program.skeleton.names)
    if poses.ndim != 3 or poses.shape[1:] not in ((n, POSE_WIDTH), (n, POSE_LENGTH)):
        raise ValueError(f"Poses of this rig are arrays (frames, {n}, {POSE_WIDTH}), not {poses.shape}.")
    if poses.shape[2] < POSE_WIDTH:
        poses = np.concatenate((poses, np.ones((*poses.shape[:2], POSE_WIDTH - poses.shape[2]))), axis=2)
    if plants(document):
        return _each_on_ground(document, program.skeleton.names, poses)
    clip = np.require(poses, np.float64, ("C", "W")).reshape(-1, POSE_WIDTH)
    out = np.empty((len(clip) + program.room[0] - n, 4, 4))
    _run_clip(program, clip, out)
    seal(out)
    return out[: len(clip)].reshape(len(poses), n, 4, 4)


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
        pose = {name: _transform(row) for name, row in zip(names, rows, strict=True)}
        found[frame] = evaluate(document.posed(pose)).matrices
    seal(found)
    return found


def _transform(row: list[float]) -> Transform:
    """The transform of a row of a pose."""
    x, y, z, qx, qy, qz, qw, wide, long, deep, length, thickness = row
    return Transform((x, y, z), (qx, qy, qz, qw), (wide, long, deep), length, thickness)


def pose_rows(document: Document) -> Floats:
    """The document's pose as an array (n, POSE_WIDTH): a frame for `evaluate_many`."""
    return program_for(document.figure, document.ground, (), None)[1].copy()


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
    """How long the kernels alone take for `document`, µs: benches print it beside the whole."""
    program, rows = program_for(document.figure, document.ground, (), None)
    run, out = _entry(program.needs_all_solvers), np.empty(program.room)
    start = perf_counter_ns()
    run(program.numbers, program.rows, rows, _NO_GRABS, out)
    return (perf_counter_ns() - start) / 1000.0


def needs_all_solvers(document: Document, grabs: Sequence[Grab] = (), solver: SolverName | None = None) -> bool:
    """Whether evaluating this takes the entry that is compiled last."""
    return program_for(document.figure, document.ground, grabs, solver)[0].needs_all_solvers


def is_long_interpreted(document: Document, grabs: Sequence[Grab] = (), solver: SolverName | None = None) -> bool:
    """Whether posing this takes more than TOO_LONG because nothing compiled is at hand: some LIKELY_STEPS a group."""
    program = program_for(document.figure, document.ground, grabs, solver)[0]
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
    """How long an evaluation takes interpreted where each group takes its steps, and `most_steps` at most."""
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
