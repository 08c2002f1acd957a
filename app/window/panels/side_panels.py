"""The panels beside the figure and the status bar: they show what the session shows and ask it for changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from PySide6 import QtCore, QtWidgets

from pantin.app.actions.pose import limb_posing
from pantin.app.actions.pose.expressing import (
    character_shown,
    keep_expressions,
    look,
    looking_at,
    on_both_sides,
    with_values,
)
from pantin.app.actions.rig.springing import spring_change
from pantin.app.docks.docks import Docks
from pantin.app.keyboard.keymap import Keymap, chosen_keymap
from pantin.app.live.live import Live
from pantin.app.messages import _
from pantin.app.session.session import Session, told_of
from pantin.app.session.settings import Settings
from pantin.app.session.simulation_player import State
from pantin.app.window.panels.late_panels import LatePanels
from pantin.app.window.panels.material_tints import tints_of
from pantin.app.window.panels.panel_preparation import PanelPreparation
from pantin.app.window.panels.panel_updates import PanelUpdates
from pantin.rigs.editing import pins
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.own_files import rested_from
from pantin.rigs.problems import Problem
from pantin.rigs.problems.between_figures import problems_in
from pantin.solver.edits.balance import Balance, balance
from pantin.solver.edits.poses.hands import with_hands
from pantin.solver.edits.posing import posing
from pantin.solver.edits.pulling.moved_parts import CompliantPart, compliant_parts, moved
from pantin.viewport.window.view import View
from pantin.widgets.character.shown_character import NO_CHARACTER, ShownCharacter
from pantin.widgets.hierarchy.hierarchy import Hierarchy
from pantin.widgets.poses.bend_strip import BendStrip
from pantin.widgets.poses.pose_shelf import PoseShelf
from pantin.widgets.poses.poses_or_bends import PosesOrBends
from pantin.widgets.properties.properties import Properties
from pantin.widgets.status.hint_line import Hints
from pantin.widgets.status.history_panel import HistoryPanel
from pantin.widgets.status.status_bar import StatusBar
from pantin.widgets.time.time_strip import TimeStrip
from pantin.widgets.values.exchange import Edit

MANY = 2_000
"""Bones. What is wrong with more, and their rows in the tree, take longer than a frame each."""


class SidePanels(QtCore.QObject):
    """The panels of one window, in its docks, and its status bar."""

    action_asked = QtCore.Signal(str)
    """The name of an action."""
    pointed = QtCore.Signal(object)
    """The item under the pointer in a panel: `exchange.PointedAt`."""
    bone_requested = QtCore.Signal(object)
    """An `exchange.BoneRequest`."""
    frame_asked = QtCore.Signal(object)
    """The bones that the view is to frame."""

    def __init__(self, window: QtWidgets.QMainWindow, session: Session, view: View, settings: Settings) -> None:
        super().__init__(window)
        self._session, self._view, self._settings = session, view, settings
        self.live = Live(session, settings, self)
        self.late = LatePanels(session, self.live, lambda name: self.docks.is_shown(name), self)
        self.hierarchy, self.history, self.properties = Hierarchy(), HistoryPanel(), Properties()
        self.poses, self.bends, self.clip = PoseShelf(), BendStrip(), TimeStrip()
        self.poses_or_bends = PosesOrBends(self.poses, self.bends)
        self.status = StatusBar()
        self._bones: tuple[object, ...] = (None,) * 4
        """The values that the properties showed last, but for the pose."""
        self.docks = Docks(window, self._panels(), settings)
        self.updates = PanelUpdates(session, self.live, self._pieces, self)
        self.preparation = PanelPreparation(session, self.properties, self.docks)
        self.properties.folds = settings.folds
        self.properties.folded.connect(settings.keep_fold)
        self.poses.spare_changed.connect(lambda pixels: self.docks.show_spare("poses", pixels))
        self._connect()
        self._connect_properties()
        self._pass_on()

    def _panels(self) -> Mapping[str, Callable[[], QtWidgets.QWidget]]:
        """Return a function that makes each panel, by the names of `PANELS`."""
        return {
            "bones": lambda: self.hierarchy,
            "history": lambda: self.history,
            "properties": lambda: self.properties,
            "solver": lambda: self.late.solver,
            "fitting": lambda: self.late.fitting,
            "trackers": lambda: self.late.trackers,
            "problems": lambda: self.late.problems,
            "solve": lambda: self.late.solve_shelf,
            "poses": lambda: self.poses_or_bends,
            "clip": lambda: self.clip,
        }

    def show(self) -> None:
        """Update the panels to what is on screen."""
        self.updates.at_once()

    def _pieces(self) -> Iterator[None]:
        """Update what shows the document, and how well its goals are reached, where it is open.

        A panel that is opened later is updated then. The properties of other bones come section by section, those of
        the same bones in another pose at once; of many bones each panel is a piece of its own.
        """
        has_many = len(self._session.shown.rig.bones) > MANY
        problems = self._problems()
        if has_many:
            yield
        updates: dict[str, Callable[[], None]] = {
            "bones": self._show_bones,
            "history": self._show_history,
            "fitting": lambda: self.late.found_body.show(),
            "problems": lambda: self.late.problems.show_problems(problems),
        }
        for name, update in updates.items():
            if self.docks.is_shown(name):
                update()
                if has_many:
                    yield
        self._show_status(problems)
        yield
        if self.docks.is_shown("properties"):
            yield from self._show_properties()
        self._show_figures()

    def _show_bones(self) -> None:
        session = self._session
        self.hierarchy.show_document(session.shown)
        self.hierarchy.show_highlighted(session.highlighted)
        self.hierarchy.show_drag_roles(session.drag_roles)
        self.hierarchy.show_released(released(session))

    def _show_properties(self) -> Iterator[None]:
        session = self._session
        document, evaluated = session.shown, session.evaluated
        active = (document.active,) if document.active else ()
        turned = posing.solved_rotations(document, evaluated, active) if session.posed else None
        sections = self.properties.show_by_section(
            document, evaluated.goals, turned, session.editing, compliance_of(session), character_of(session)
        )
        bones = (document.rig.bones, document.rig.constraints, document.selected, document.active)
        is_same = all(new is old for new, old in zip(bones, self._bones, strict=True))
        for _section in sections:
            if not is_same:
                yield
        self._bones = bones
        self._show_balance()
        self.properties.show_released(released(session))
        yield

    def _show_history(self) -> None:
        history = self._session.history
        self.history.show_history(history.labels, history.position)

    def _show_status(self, problems: tuple[Problem, ...]) -> None:
        """The worst news; those of the solver once it has posed the figure."""
        session, evaluated = self._session, self._session.evaluated
        if session.editing:
            self.status.show_editing(session.shown, problems)
        elif session.posed:
            self.status.show_state(session.shown, evaluated.goals, evaluated.microseconds, problems)
            if session.shown_pose.postponed:
                self.status.news.show_waiting()

    def _show_figures(self) -> None:
        """Update the panels of the solver, where one is seen."""
        if self._session.posed and (self.docks.is_shown("solver") or self.docks.is_shown("solve")):
            self.late.show_solved()

    def show_progress(self, part: float) -> None:
        """Show the progress of compiling the solver, 0 to 1; at 1 nothing is shown."""
        self.status.show_progress(part if part < 1.0 else None, _("Compiling the solver"))

    def show_pictures(self, done: int, count: int) -> None:
        """Show how many of the pictures of characters have been read; with the last one nothing is shown."""
        words = _("Pictures {done} of {count}").format(done=done, count=count)
        self.status.show_progress(done / count if done < count else None, words)

    def _show_balance(self) -> None:
        is_on = self._view.display.balance
        self.properties.show_balance(is_on, _found_balance(self._session) if is_on else None)

    def _problems(self) -> tuple[Problem, ...]:
        """The problems of the kept rig and of its evaluation, each once."""
        kept, met = problems_in(self._session.document), self._session.evaluated.problems
        return tuple(dict.fromkeys((*kept, *met))) if met else kept

    def _show_playing_hints(self) -> None:
        """Show which keys there are while the simulation is played."""
        keymap = chosen_keymap(self._settings.preferences.keys)
        self.status.show_first(_playing_hints(self._session.simulating.state, keymap))

    def _connect(self) -> None:
        session = self._session
        self.docks.changed.connect(self.show)
        self.docks.changed.connect(self.late.show_live)
        session.simulating.changed.connect(self._show_playing_hints)
        session.replaced.connect(self.hierarchy.begin_anew)
        session.replaced.connect(self.properties.begin_anew)
        self._view.display_changed.connect(self._show_balance)
        self.hierarchy.edited.connect(session.edit)
        self.hierarchy.figure_asked.connect(session.edit_figure)
        self.hierarchy.rejected.connect(session.refused)
        self.history.step_asked.connect(session.go_to_step)
        for panel in (self.hierarchy, self.properties):
            panel.selection_asked.connect(session.select)
            panel.rename_asked.connect(self._rename)
        self.status.news_clicked.connect(lambda bones: session.select(tuple(bones), None))
        self.status.problems_asked.connect(lambda: self.docks.bring("problems"))

    def _pass_on(self) -> None:
        """Ask for what the panels that are made late ask for."""
        self.late.action_asked.connect(self.action_asked)
        self.late.pointed.connect(self.pointed)
        self.late.bone_requested.connect(self.bone_requested)
        self.late.frame_asked.connect(self.frame_asked)

    def _connect_properties(self) -> None:
        session, properties = self._session, self.properties
        properties.edited.connect(session.edit)
        properties.subject_changed.connect(self.show)
        properties.previewed.connect(session.preview_edit)
        properties.cancelled.connect(session.cancel_preview)
        properties.hand_edited.connect(lambda label, edit: session.edit(label, _with_handles(edit)))
        properties.hand_previewed.connect(lambda edit: session.preview_edit(_with_handles(edit)))
        properties.expressions_edited.connect(self._keep_expressions)
        properties.expressions_previewed.connect(
            lambda values: session.preview_edit(with_values(on_both_sides(session, values)))
        )
        properties.look_asked.connect(lambda at: look(session, at, self._view.camera.eye))
        properties.look_previewed.connect(lambda at: session.preview_edit(looking_at(session, at)))
        properties.spring_edited.connect(lambda label, change: session.edit(label, spring_change(session, change)))
        properties.spring_previewed.connect(lambda change: session.preview_edit(spring_change(session, change)))
        properties.space_asked.connect(lambda limb, parent: limb_posing.switch_space(session, limb, parent))
        properties.action_asked.connect(self.action_asked)
        properties.pointed.connect(self.pointed)
        properties.bone_requested.connect(self.bone_requested)

    # Names are typed where they are

    def name_bone(self, name: str) -> None:
        """Let another name be typed for a bone, in the tree, which is shown for it."""
        self.docks.bring("bones")
        self.hierarchy.rename(name)

    def name_limb(self) -> None:
        """Let the name of the selected limb be typed in its panel, which is shown for it."""
        self.docks.bring("properties")
        self.properties.edit_limb_name()

    def name_collection(self, name: str) -> None:
        """Let another name be typed for a collection, in the tree of bones."""
        self.hierarchy.rename_collection(name)

    def _keep_expressions(self, values: Mapping[str, float]) -> None:
        """Set expressions, with Mirror X those of the other side as well."""
        keep_expressions(self._session, values)

    def _rename(self, old: str, new: str) -> None:
        self._session.edit(_("Rename {bone}").format(bone=old), lambda document: rename(document, old, new))


def _with_handles(edit: Edit) -> Edit:
    """The edit of hands, with the handles of fingers that IK bends."""
    return lambda document: with_hands(document, edit(document))


def _found_balance(session: Session) -> Balance | None:
    """The balance of what is shown; None where nothing is posed."""
    if not session.posed or session.editing or not session.shown.rig.bones:
        return None
    evaluated = session.evaluated
    return balance(session.shown.rig, session.shown.ground, evaluated.heads, evaluated.tails)


def released(session: Session) -> frozenset[str]:
    """The bones whose pins hold nothing, because the pose that is shown lifts them; none while bones are edited."""
    rig, evaluated = session.shown.rig, session.evaluated
    if not rig.pins or session.editing or not session.posed or len(evaluated.heads) != len(rig.bones):
        return frozenset()
    return frozenset(pins.released(rig, session.shown.ground, evaluated.heads, evaluated.tails))


def compliance_of(session: Session) -> tuple[CompliantPart, ...]:
    """Return the parts that yield to the pull of the body, or would yield where the active bone is pulled."""
    document, pull = session.shown, session.pulled
    if not session.posed or session.editing:
        return ()
    if pull is None or not pull.tree.root_free:
        return compliant_parts(document.rig, (document.active,) if document.active else ())
    parts = compliant_parts(document.rig, pull.pulled)
    same = pull.evaluated.names == session.evaluated.names
    return moved(pull.evaluated, session.evaluated, parts) if same else parts


def character_of(session: Session) -> ShownCharacter:
    """Return the character of the figure that is edited, as far as its file has been read."""
    source = session.shown.figure.source
    file = None if source is None else source.file
    said = session.left_out.get(told_of(session.shown.figure), ())
    if source is None or file is None:
        return ShownCharacter(said=said) if said else NO_CHARACTER
    digest = file.sha256
    return ShownCharacter(
        character_shown(session),
        session.lost_characters.get(digest, ""),
        tints_of(session.characters.get(digest)),
        session.measures.get(digest),
        rested_from(source),
        digest in session.two_rests or rested_from(source) == "bind",
        said,
    )


def _playing_hints(state: State, keymap: Keymap) -> Hints:
    """The hints, with the keys in effect; none where nothing is played. What has no key is left out."""
    if state == "off":
        return ()
    return keymap.hints(
        {
            "play_simulation": _("Pause") if state == "running" else _("Go on"),
            "put_back_simulation": _("Put back"),
            "keep_simulation": _("Keep the pose"),
        }
    )
