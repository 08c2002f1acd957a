"""How the bones of a figure from a VRM 1.0 file rest: its programs send rotations as its nodes have them."""

from __future__ import annotations

from pantin.rigs.figure import Figure
from pantin.rigs.tracking.humanoid import Rests
from pantin.solver.edits.tracking.bones import bones_by_name
from pantin.solver.edits.tracking.stance import body_of


def rests_of(figure: Figure) -> Rests | None:
    """By humanoid bone the rotation of its node at rest, Z up; None where the rig came of no file or is no person."""
    if figure.source is None:
        return None
    try:
        bones = bones_by_name(body_of(figure.rig))
    except ValueError:
        return None
    nodes = {node.bone: node for node in figure.source.nodes if node.bone}
    return {
        told: (node.rotation[0], -node.rotation[2], node.rotation[1], node.rotation[3])
        for told, bone in bones.items()
        if (node := nodes.get(bone)) is not None and node.matrix is None
    }
