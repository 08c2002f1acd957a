"""A demonstration without a screen: pull the sample figure's hand by Auto IK, save the rig, export and draw the pose.

The same functions run as in the window, in the same order; only the mouse is missing.
"""

from __future__ import annotations

from pathlib import Path

from pantin import rigs, solver
from pantin.app.files import export
from pantin.app.files.picture import render
from pantin.app.messages import _
from pantin.resources import FOLDER
from pantin.rigs.document import Document
from pantin.solver.edits import auto_ik

SAMPLE = FOLDER / "rigs" / "humanoid.rig.json"
PULLED = "hand.L"
PULL = (0.15, -0.05, 0.68)
"""Movement of the hand from its rest: metres, outwards, forwards and up."""
AS_FAR_AS_CONNECTED = 0
SIZE = (1280, 960)


def run(folder: Path) -> int:
    """Write rig, pose and picture into `folder` and print where they are. Returns the exit status."""
    folder.mkdir(parents=True, exist_ok=True)
    rig, pose, picture = (folder / f"reach{suffix}" for suffix in (export.RIG, export.POSE, export.PICTURE))
    document = pulled(rigs.read(SAMPLE))
    rigs.write(document, rig)
    export.write_pose(document, solver.evaluate(document), pose)
    render(document, picture, SIZE)
    print(_("There is no screen here, so the sample figure's {bone} was pulled without one:").format(bone=PULLED))
    for what, path in ((_("rig"), rig), (_("pose"), pose), (_("picture"), picture)):
        print(f"  {what:8} {path.resolve()}")
    return 0


def pulled(document: Document) -> Document:
    """The document after a drag of the hand, as the Auto IK tool leaves it."""
    pull = auto_ik.pull(document, solver.evaluate(document), PULLED, AS_FAR_AS_CONNECTED)
    dragged, grabs = pull.to(PULL)
    return auto_ik.bake(dragged, grabs, solver.evaluate(dragged, grabs)) if grabs else dragged
