"""`pantin bind`: a mesh without skin gets the skeleton of another file, and weights."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from pantin import rigs
from pantin.app.messages import _
from pantin.app.start import streams
from pantin.app.start.streams import file_named
from pantin.rigs.formats.files import Fault
from pantin.rigs.unusable import Unusable


def add_parser(commands: Any) -> None:
    """Add the command to those of the program's parser."""
    bind = commands.add_parser("bind", help=_("give a mesh without skin the bones of a rig, with weights"))
    bind.add_argument("mesh", type=file_named, metavar="MESH", help=_("a file with a mesh that has no skin"))
    bind.add_argument("rig", type=file_named, metavar="RIG", help=_("a rig, or another file with a skeleton"))
    out = _("the file to write; .glb holds mesh and skin")
    bind.add_argument("--out", type=file_named, required=True, metavar="OUT", help=out)
    most = _("how many bones move a vertex at most, 4 or 8; 4, where it is not said")
    bind.add_argument("--influences", type=int, choices=(4, 8), default=4, metavar="N", help=most)
    other = _("take the weights from the skin of another file, at the nearest place of it; else they are made")
    bind.add_argument("--weights-from", type=file_named, metavar="OTHER", help=other)
    streams.add_figure(bind)
    bind.set_defaults(wrong_usage=bind.error)


def bind(options: argparse.Namespace) -> int:
    """Bind the mesh to the rig, and write it. Raises what reading and writing raise."""
    if streams.is_asked_twice(options.mesh, options.rig, *([options.weights_from] if options.weights_from else ())):
        options.wrong_usage(streams.ONCE)
    from msgspec.structs import replace

    from pantin.rigs.formats.converted.binding import bound_figure, placed_in_scene

    mesh = streams.read(options.mesh)
    document = streams.of_figure(streams.read(options.rig), options)
    try:
        other = streams.read(options.weights_from).figure if options.weights_from else None
        placed = placed_in_scene(mesh.figure, document.figure)
        figure = bound_figure(mesh.figure, document.figure, options.influences, placed, weights_from=other, say=_warn)
    except Unusable as error:
        if isinstance(error, rigs.FileProblem):
            raise
        raise rigs.Unreadable(streams.name_of(options.mesh), _("mesh"), str(error)) from None
    except Fault as fault:
        raise rigs.Unreadable(streams.name_of(options.mesh), fault.where, fault.what) from None
    made = replace(document, scene=document.scene.with_figure(document.active_figure, figure))
    streams.write(made, options.out)
    bones = sum(bone.kind == "bone" for bone in figure.rig.bones)
    sentence = _("{out}: the mesh hangs on {bones} bones now, {most} at most for a vertex. Pantin made the weights.")
    if other is not None:
        sentence = _("{out}: the mesh hangs on {bones} bones now, {most} at most for a vertex, by transferred weights.")
    said = sentence.format(out=streams.name_of(options.out), bones=bones, most=options.influences)
    print(f"pantin: {said}", file=sys.stderr)
    return 0


def _warn(sentence: str) -> None:
    print(f"pantin: {sentence}", file=sys.stderr)
