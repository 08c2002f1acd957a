"""The simulation: choosing it, playing it, and what becomes of the pose that it comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pantin.app.actions.action import Action, after, no_figure, posing_only
from pantin.app.messages import _
from pantin.app.session.session import PREPARING
from pantin.rigs.document import Document
from pantin.solver.edits.poses.simulated_pose import with_simulated_pose

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor

PANEL, LAYOUT = "solver", "solve"
"""The panel that shows the settings, and the layout that has room for it."""


def _switch_mode(editor: Editor) -> None:
    """Go over to Simulation, with its panel, or back to Animation."""
    session = editor.session
    simulation = session.document.rig.simulation
    to = "animation" if simulation.mode == "simulation" else "simulation"

    def edit(document: Document) -> Document:
        rig = document.rig
        return document.with_rig(rig.changed(simulation=msgspec.structs.replace(rig.simulation, mode=to)))

    session.simulating.end()
    session.edit(_("Simulation") if to == "simulation" else _("Animation"), edit)
    if to == "simulation" and not editor.docks.is_shown(PANEL):
        editor.docks.show_layout(LAYOUT)


def _play(editor: Editor) -> None:
    """Begin, or pause and go on."""
    session = editor.session
    if session.simulating.state == "running":
        session.simulating.pause()
    else:
        session.show_frame(None)
        session.simulating.play(session.document)


def _put_back(editor: Editor) -> None:
    editor.session.simulating.end()
    editor.session.cancel_preview()


def _keep(editor: Editor) -> None:
    """Write what is on screen into the document: one step of undo."""
    session = editor.session
    playing, posed_before = session.simulating, session.evaluated
    posed = with_simulated_pose(playing.over(session.document), posed_before).figure.pose.bones
    playing.end()
    session.edit(
        _("Keep the simulated pose"),
        lambda document: document.posed(posed),
    )


@after(posing_only)
def _is_animation(editor: Editor) -> str:
    if not editor.session.ready:
        return PREPARING
    simulated = editor.session.document.rig.simulation.mode == "simulation"
    return "" if simulated else _("Choose the mode Simulation in the solver panel first.")


@after(posing_only)
def _is_off(editor: Editor) -> str:
    return "" if editor.session.simulating.active else _("Play the simulation first.")


_WORDS = _("itasc physics real time speed velocity body play")

ACTIONS: dict[str, Action] = {
    "simulation": Action(
        title=_("Simulation"),
        run=_switch_mode,
        icon="sim",
        help=_("The figure follows its handles in real time, as a body with speed, once it is played. Off: Animation."),
        why_not=no_figure,
        checked=lambda editor: editor.session.document.rig.simulation.mode == "simulation",
        words=_WORDS,
        within=_("Body with speed"),
    ),
    "play_simulation": Action(
        title=_("Play the simulation"),
        run=_play,
        keys=("Ctrl+Shift+Space",),
        icon="play",
        help=_(
            "Let the body follow its handles in real time; again pauses. Nothing is written until the pose is kept."
        ),
        why_not=_is_animation,
        checked=lambda editor: editor.session.simulating.state == "running",
        words=_WORDS,
        within=_("Play"),
    ),
    "put_back_simulation": Action(
        title=_("Put back the simulation"),
        run=_put_back,
        keys=("Ctrl+Shift+Backspace",),
        icon="undo",
        help=_("End playing: figure and handles stand as they did before."),
        why_not=_is_off,
        words=_WORDS,
        within=_("Put back"),
    ),
    "keep_simulation": Action(
        title=_("Keep the simulated pose"),
        run=_keep,
        keys=("Ctrl+Shift+K",),
        icon="check",
        help=_(
            "End playing: the figure stays as it stands, and handles come to what it has reached. One step of undo."
        ),
        why_not=_is_off,
        words=_WORDS,
        within=_("Keep the pose"),
    ),
}

MENU = tuple(ACTIONS)
