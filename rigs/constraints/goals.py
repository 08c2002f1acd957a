"""Goals: what turns a chain of bones, and is solved for all that share bones together.

The chain counts from the owner upwards.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from msgspec.structs import replace

from pantin.rigs.constraints.acting import ALL_AXES, Acting, Look, Side
from pantin.rigs.fields import Angle, AnyBone, AxisSwitches, Weight, field
from pantin.rigs.messages import _
from pantin.rigs.solvers import SOLVERS, SolverName, Start

AxesOf = Literal["target", "bone"]
Priority = Literal["position", "balanced"]
"""position: where both cannot be met, the rotation yields. balanced: both are weighed against each other."""
BlendBy = Literal["bones", "line", "arc"]
"""bones: every bone turns on an arc. line, arc: the goal is moved so far, straight or about the chain's root."""

ChainLength = Annotated[
    int,
    field(
        "Chain",
        "How many bones turn, counted from the end. 0 goes up to the root.",
        unit="bones",
        step=1,
        ge=0,
        le=1000,
    ),
]
Blend = Annotated[Weight, field("Blend", "0 is the FK pose, 1 the IK solution; between them the bones turn on an arc.")]


def _ik_reasons(ik: Ik) -> dict[str, str]:
    found = {}
    if ik.pole is None:
        found["pole_angle"] = _("Choose a pole first.")
    if not ik.rotation:
        found |= dict.fromkeys(
            ("priority", "rotation_weight", "rotation_axes", "rotation_decay"), _("Turn on Rotation first.")
        )
    elif ik.priority == "position":
        found["rotation_decay"] = _("Set Priority to Balanced first: a position that comes first loses nothing.")
    if all(ik.position_axes):
        found["axes_of"] = _("All position axes are held, so it does not matter whose they are.")
    if not ik.stretch:
        found["keep_volume"] = _("Turn on Stretch first.")
    return found


def _ik_ignored(ik: Ik) -> frozenset[str]:
    """The fields that its solver ignores. A rotation that is on is shown, so that it can be turned off."""
    solver = SOLVERS[ik.solver]
    turning = {"rotation", "rotation_weight"} if not solver.turns and not ik.rotation else ()
    return solver.ignores.union(turning)


class Ik(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="ik"):
    """Turns a chain of bones so that its end meets the head of a target bone.

    The chain counts from the owner upwards (from the owner's parent when `use_tail` is off). Pole angle 0 bends the
    chain towards the pole; the angle turns the plane of the bend about the line from root to goal.
    """

    look = Look(
        "IK",
        "ik",
        "handle",
        _("A chain reaches for the target."),
        ("target", "pole", "pole_angle", "chain_length", "blend", "rotation"),
        (
            "solver",
            "blend_by",
            "stretch",
            "keep_volume",
            "soft_reach",
            "weight",
            "position_axes",
            "priority",
            "rotation_weight",
            "rotation_axes",
            "axes_of",
            "rotation_decay",
            "planar",
            "start",
            "iterations",
            "tolerance",
            "use_tail",
        ),
        reasons=_ik_reasons,
        left_out=_ik_ignored,
    )

    target: Annotated[
        AnyBone | None,
        field(
            "Target",
            "The bone whose head the chain's end goes to. Without one the constraint rests until its bone is dragged.",
            refers_to="bone",
        ),
    ] = None
    pole: Annotated[
        AnyBone | None, field("Pole", "The bone that the chain's middle joint bends towards.", refers_to="bone")
    ] = None
    pole_angle: Annotated[
        Angle,
        field(
            "Pole angle",
            "Turns the bend away from the pole, about the line from root to goal. 0 bends towards the pole.",
            unit="rad",
        ),
    ] = 0.0
    chain_length: ChainLength = 0
    solver: Annotated[
        SolverName, field("Solver", "How the chain is solved. Auto takes the rig's solver, or else what fits best.")
    ] = "auto"
    start: Annotated[Start, field("Start from", "Where solving begins: the chain as it is posed, or as it rests.")] = (
        "pose"
    )
    planar: Annotated[
        bool, field("Planar", "Every bone turns about one axis only, so that the chain stays in its plane: 2-D rigs.")
    ] = False
    tolerance: Annotated[
        float,
        field(
            "Tolerance",
            "A goal is reached when no more than this part of the chain's length is missing; solvers may stop there.",
            ge=1e-9,
            le=1e-2,
            step=1e-6,
        ),
    ] = 1e-5
    iterations: Annotated[
        int,
        field(
            "Steps of a try",
            "The solver stops after this many steps even if the goal is not reached. Auto and LM try again from "
            "elsewhere where a goal in reach is missed, each time with no more; the others try once.",
            unit="steps",
            step=1,
            ge=1,
            le=10000,
        ),
    ] = 100
    use_tail: Annotated[
        bool,
        field("Use tail", "The owner's tail meets the goal. Off: its head does, and the owner itself does not turn."),
    ] = True
    stretch: Annotated[
        bool, field("Stretch", "Let bones that have a stretch of their own lengthen when the goal is out of reach.")
    ] = True
    weight: Annotated[
        Weight,
        field("Position weight", "How much the position of this goal counts beside other goals on the same bones."),
    ] = 1.0
    position_axes: Annotated[
        AxisSwitches,
        field("Position axes", "Along which axes the end goes to the target. The others are free."),
    ] = ALL_AXES
    rotation: Annotated[bool, field("Rotation", "The owner also takes the target's rotation.")] = False
    priority: Annotated[
        Priority,
        field(
            "Priority",
            "Which comes first where position and rotation cannot both be met, out of reach or just within it. "
            "position: the end is as near as it can be, and the owner turns as far as that leaves it. balanced: each "
            "gives up something, by their weights.",
        ),
    ] = "position"
    rotation_weight: Annotated[
        Weight,
        field(
            "Rotation weight",
            "How much the rotation of this goal counts beside other rotations and, where balanced, beside positions.",
        ),
    ] = 1.0
    rotation_axes: Annotated[
        AxisSwitches, field("Rotation axes", "About which axes the owner takes the target's rotation.")
    ] = ALL_AXES
    axes_of: Annotated[
        AxesOf, field("Axes of", "Whose axes those of position and rotation are: the target's or the owner's own.")
    ] = "target"
    rotation_decay: Annotated[
        Weight,
        field(
            "Rotation decay",
            "Where balanced, out of reach: the last bone turns by this part of what the target's rotation asks, each "
            "bone farther up by this part of the one below it. 0 leaves nothing to the rotation, 1 lets it pull as "
            "hard as the position.",
        ),
    ] = 0.25
    soft_reach: Annotated[
        float,
        field(
            "Soft reach",
            "Slow the end down over this last part of the chain's length, so that the limb does not snap straight. "
            "0 is off.",
            ge=0.0,
            le=0.2,
            step=0.001,
        ),
    ] = 0.0
    keep_volume: Annotated[
        bool, field("Keep volume", "A bone that is stretched grows as much thinner as it grows longer.")
    ] = False
    blend: Blend = 1.0
    blend_by: Annotated[
        BlendBy,
        field(
            "Blend by",
            "What goes between FK and IK: the bones, each on an arc; or the goal, on a line or on an arc about the "
            "root of the chain.",
        ),
    ] = "bones"

    def mirrored(self) -> Self:
        """With the pole angle the other way."""
        return replace(self, pole_angle=0.0 - self.pole_angle)


class Distance(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="distance"):
    """Turns a chain of bones so that its end keeps a distance from the head of a target bone.

    The chain counts as that of an IK constraint does, and is solved together with those that share its bones.
    """

    look = Look(
        _("Distance"),
        "ik",
        "handle",
        _("A chain keeps its end near the target, or away."),
        ("target", "keep", "radius", "chain_length", "blend"),
        ("weight", "iterations", "use_tail"),
    )

    target: Annotated[
        AnyBone | None, field("Target", "The bone whose head is the middle of the sphere.", refers_to="bone")
    ] = None
    keep: Annotated[Side, field("Keep", "Where the chain's end stays: inside the sphere, outside it, or on it.")] = (
        "inside"
    )
    radius: Annotated[
        float, field("Radius", "How far from the target the sphere is.", unit="m", step=0.001, ge=0.0, le=1e6)
    ] = 0.1
    weight: Annotated[Weight, field("Weight", "How much this goal counts beside others on the same bones.")] = 1.0
    chain_length: ChainLength = 0
    iterations: Annotated[
        int,
        field(
            "Steps of a try",
            "The solver stops after this many steps even if the distance is not kept. It may try again from "
            "elsewhere, each time with no more.",
            unit="steps",
            step=1,
            ge=1,
            le=10000,
        ),
    ] = 100
    use_tail: Annotated[
        bool, field("Use tail", "The owner's tail keeps the distance. Off: its head does, and the owner does not turn.")
    ] = True
    blend: Blend = 1.0
