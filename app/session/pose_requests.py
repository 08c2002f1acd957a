"""Requests to the worker that poses, and their results."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from pantin import solver
from pantin.app.session.clip_frame import ClipFrame
from pantin.app.session.solver_preparation import is_compiler_expected
from pantin.rigs.document import Document
from pantin.rigs.editing.grounds import planting_as
from pantin.rigs.editing.poses.symmetric import posed_on_both_sides
from pantin.rigs.solvers import SolverName
from pantin.solver import Grab, Memory, Posed
from pantin.solver.edits import auto_ik
from pantin.solver.edits.pulling.pull import PullTo
from pantin.solver.springing import Swing
from pantin.viewport.figure.mannequin import generate

MANY = 300
"""Bones. Their mesh is generated in 40 ms, that of two thousand in a third of a second."""


class Step(msgspec.Struct, frozen=True):
    """A step of a simulation: what it remembers, and how long it is."""

    memory: Memory | None
    seconds: float


class Request(msgspec.Struct, frozen=True, eq=False):
    """A request to pose: a document, the goals that pull at it for this moment, and a second solver to pose it with."""

    document: Document
    grabs: tuple[Grab, ...] = ()
    compared: SolverName | None = None
    pull: PullTo | None = None
    """A pull whose result is posed instead of the document, where it is given."""
    both_sides: Document | None = None
    """The document before what pulls, where that is done to the other side as well."""
    before: Document | None = None
    """An earlier document, to be posed as well."""
    frame: ClipFrame | None = None
    """The frame of a clip that poses the document, where it is given."""
    step: Step | None = None
    """A step of a simulation that moves the figure on instead of solving it, where it is given."""
    swing: Swing | None = None
    """The motion of springs that follow a movement; else they are at rest."""
    opening: int = 0
    """The number of the opening that the document is of."""

    def poses_like(self, other: Request) -> bool:
        """Return whether both have the same poses: neither the selection matters nor how springs swing."""
        return (
            self.document.scene is other.document.scene
            and self.document.active_figure == other.document.active_figure
            and self.pull is other.pull
            and self.both_sides is other.both_sides
            and self.before is other.before
            and self.frame is other.frame
            and self.step is other.step
            and (self.grabs, self.compared) == (other.grabs, other.compared)
        )


class Result(msgspec.Struct, frozen=True, eq=False):
    """A request and the pose that it came to."""

    request: Request
    evaluated: Posed
    document: Document
    """The document in that pose: the requested one, or what the pull came to."""
    compared: Posed | None = None
    solved: bool = True
    """Whether the solver made the pose; else it is the rest pose."""
    before: Posed | None = None
    """The pose of the earlier document, where that has the same bones."""
    other_figures: Mapping[str, Posed] = {}
    """The poses of the other figures of the scene, by name."""
    postponed: bool = False
    """Whether goals are left out, because solving them takes too long before the solver is compiled."""


def waits_for_compiler(request: Request) -> bool:
    """Return whether the goals of a request are left alone until the solver is compiled."""
    if request.step or not is_compiler_expected():
        return False
    return solver.is_long_interpreted(request.document, request.grabs, request.compared)


def posed(request: Request) -> Result:
    """Evaluate a request now. The mesh of many bones is generated with it: that would hold the drawing thread up."""
    result = _without_goals(request) if waits_for_compiler(request) else _evaluated(request)
    if len(result.document.scene.figures) > 1:
        result = replace(result, other_figures=_others(result))
    if len(result.document.rig.bones) > MANY:
        generate(result.document.rig)
    return result


def _without_goals(request: Request) -> Result:
    """A request as its bones are posed: no goals but those that pull by hand."""
    asked = request.document
    resting = asked.with_rig(asked.rig.changed(live_solving=False))
    result = _evaluated(replace(request, document=resting, compared=None, pull=None, both_sides=None, before=None))
    shown = result.document.with_rig(result.document.rig.changed(live_solving=True)) if request.frame else asked
    return replace(result, request=request, document=shown, postponed=True)


def _evaluated(request: Request) -> Result:
    pulled = request.pull.solved() if request.pull else None
    document = pulled.document if pulled else request.document
    if request.step:
        moved = solver.simulate(document, request.step.memory, request.step.seconds, request.grabs)
        return Result(request, moved, document)
    document = request.frame.on(document) if request.frame else document
    reports, grabs = pulled.reports if pulled else (), request.grabs
    evaluated = solver.evaluate(document, grabs, reports=reports, swing=request.swing)
    if request.both_sides is not None and (pulled or grabs):
        document, grabs = posed_on_both_sides(request.both_sides, auto_ik.bake(document, grabs, evaluated)), ()
        evaluated = solver.evaluate(document, reports=reports, swing=request.swing)
    compared = solver.evaluate(document, grabs, request.compared) if request.compared else None
    shown = planting_as(document, request.document) if request.frame else document
    return Result(request, evaluated, shown, compared, before=_earlier(request, evaluated))


def _others(result: Result) -> dict[str, Posed]:
    """Return the poses of the other figures, which may look at the one that was posed."""
    found = solver.evaluate_figures(result.document, result.evaluated)
    return {name: posed for name, posed in found.items() if name != result.document.active_figure}


def _earlier(request: Request, posed: Posed) -> Posed | None:
    """The pose of the earlier document, where one is asked for and has the bones that were evaluated."""
    earlier = solver.evaluate(request.before) if request.before else None
    return earlier if earlier is not None and earlier.names == posed.names else None
