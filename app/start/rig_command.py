"""`pantin rig`: a mesh without skin gets the skeleton of a template, weights and controls."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from pantin import rigs
from pantin.app.messages import _
from pantin.app.start import streams
from pantin.app.start.streams import file_named

TEMPLATES = ("person", "four-legged", "winged", "chain", "hand", "robot-arm", "arm")


def add_parser(commands: Any) -> None:
    """Add the command to those of the program's parser."""
    rig = commands.add_parser("rig", help=_("give a mesh without skin a skeleton, weights and controls"))
    rig.add_argument("mesh", type=file_named, metavar="MESH", help=_("a file with a mesh that has no skin"))
    template = _("what the mesh is: {names}; told by its shape, where it is not said").format(
        names=", ".join(TEMPLATES)
    )
    rig.add_argument("--template", choices=TEMPLATES, metavar="TEMPLATE", help=template)
    rig.add_argument("--turned", action="store_true", help=_("its head is at the other end than is found"))
    out = _("the file to write; .glb holds mesh and skin, .rig.json controls")
    rig.add_argument("--out", type=file_named, required=True, metavar="OUT", help=out)
    rig.set_defaults(wrong_usage=rig.error)


def rig(options: argparse.Namespace) -> int:
    """Place the skeleton in the mesh, bind it, and write it. Raises what reading and writing raise."""
    from pantin.app.files.character_file import character_of
    from pantin.rigs.bodies.mesh import has_no_skin, mesh_of
    from pantin.rigs.formats.files import Fault
    from pantin.solver.edits.rigged_meshes import rigged_by_shape

    document = streams.read(options.mesh)
    name = streams.name_of(options.mesh)
    try:
        character = character_of(document.figure)
        if not has_no_skin(character):
            raise rigs.Unreadable(name, _("mesh"), _("only a mesh without skin gets a skeleton."))
        kind = None if options.template is None else options.template.replace("-", "_")
        figure, words = rigged_by_shape(document.figure, mesh_of(document.figure, character), kind, options.turned)
    except Fault as fault:
        raise rigs.Unreadable(name, fault.where, fault.what) from None
    except ValueError as error:
        if isinstance(error, rigs.FileProblem):
            raise
        raise rigs.Unreadable(name, _("mesh"), str(error)) from None
    streams.write(document.with_figure(figure), options.out)
    print(f"pantin: {streams.name_of(options.out)}: {words}", file=sys.stderr)
    return 0
