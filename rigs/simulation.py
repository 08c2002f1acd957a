"""Settings of time: Animation, where a pose depends on nothing before it, or Simulation, a body with speed.

The settings, their ranges and defaults are those of Blender's iTaSC (de Laet et al., 2012), which riggers know.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pantin.rigs.fields import Weight, field
from pantin.rigs.solvers import Start

Mode = Literal["animation", "simulation"]
Reiteration = Literal["never", "initial", "always"]
StepSolver = Literal["sdls", "dls"]


class Simulation(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Settings for the whole rig. `damping` and `epsilon` count wherever DLS solves, in Animation too."""

    mode: Annotated[
        Mode,
        field(
            "Mode",
            "Animation: every pose is solved from itself alone. Simulation: once it is played, the figure follows its "
            "handles in real time, as a body with speed.",
        ),
    ] = "animation"
    solver: Annotated[
        StepSolver,
        field("Step solver", "SDLS finds its damping itself; the damping of DLS is set by hand."),
    ] = "sdls"
    damping: Annotated[
        Weight,
        field(
            "Max damping",
            "Damping of DLS where a chain is all but stuck, as at full stretch: more is calmer, and slower.",
        ),
    ] = 0.5
    epsilon: Annotated[
        Weight,
        field(
            "Epsilon",
            "DLS damps movements that move the end less than this, in chain lengths a radian. 0 damps none.",
        ),
    ] = 0.15
    start: Annotated[Start, field("Start from", "Where playing begins: the figure as it is posed, or as it rests.")] = (
        "pose"
    )
    reiteration: Annotated[
        Reiteration,
        field(
            "Reiterate",
            "Solve until nothing changes any more: never, once at the beginning, or always, in every frame.",
        ),
    ] = "initial"
    precision: Annotated[
        float,
        field(
            "Precision",
            "Reiterating stops when neither a joint (radians) nor an end (metres) changes by more than this.",
            ge=0.0001,
            le=0.1,
            step=0.0005,
        ),
    ] = 0.005
    iterations: Annotated[
        int,
        field("Iterations", "Reiterating stops after this many frames.", unit="steps", step=1, ge=0, le=1000),
    ] = 100
    auto_step: Annotated[
        bool, field("Auto step", "Finer steps where feedback is strong or handles move fast, between min and max.")
    ] = True
    step_min: Annotated[
        float,
        field("Min step", "Auto step makes no step shorter than this.", unit="s", ge=0.001, le=0.1, step=0.0005),
    ] = 0.01
    step_max: Annotated[
        float,
        field("Max step", "Auto step makes no step longer than this.", unit="s", ge=0.001, le=1.0, step=0.001),
    ] = 0.06
    steps: Annotated[
        int, field("Steps", "Steps of a frame, where Auto step is off.", unit="steps", step=1, ge=1, le=50)
    ] = 4
    feedback: Annotated[
        float,
        field(
            "Feedback",
            "How fast an end makes up for what it is off: 63 % in 1 / feedback seconds.",
            ge=0.01,
            le=100.0,
            step=0.1,
        ),
    ] = 20.0
    max_velocity: Annotated[
        float,
        field("Max velocity", "No joint turns faster than this.", unit="rad/s", ge=0.01, le=100.0, step=0.1),
    ] = 50.0
    translate_roots: Annotated[
        bool,
        field(
            "Translate roots",
            "Bones without a parent begin at the origin of the armature, wherever they are posed, as in rigs made for "
            "Blender before 3.6.",
        ),
    ] = False
