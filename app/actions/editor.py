"""The parts of the editor that actions act on, as protocols, which the window satisfies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pantin.app.clips.clips import Clips
    from pantin.app.docks.docks import Docks
    from pantin.app.docks.mode import Mode
    from pantin.app.docks.solver_comparison import SolverComparison
    from pantin.app.files.characters import CharacterFiles
    from pantin.app.files.files import Files
    from pantin.app.files.recovery_offer import RecoveryOffer
    from pantin.app.live.live import Live
    from pantin.app.pose_library.pose_library import PoseLibrary
    from pantin.app.session.session import Session
    from pantin.viewport.window.view import View
    from pantin.widgets.values.exchange import BoneRequest


class Dialogs(Protocol):
    """The windows and sheets that open above the editor."""

    def open_palette(self) -> None:
        """List every action and bone, to be found by name."""

    def open_settings(self) -> None:
        """Show the preferences."""

    def show_key_sheet(self) -> None:
        """Show what keys and mouse do."""

    def export_picture(self) -> None:
        """Show what a picture of the figure may be, with a preview."""

    def export_picture_at_once(self) -> None:
        """Write the picture as it was chosen last, where files were written last."""

    def export_motion(self) -> None:
        """Show what may leave of pose and clips for other programs."""

    def rig_mesh(self) -> None:
        """Show the points from which the edited figure's mesh gets a skeleton."""

    def show_about(self) -> None:
        """Show what Pantin is and what it is made with."""


class Naming(Protocol):
    """The lines in which names are typed."""

    def name_bone(self, name: str) -> None:
        """Let another name be typed for a bone."""

    def name_limb(self) -> None:
        """Let the name of the selected limb be typed."""

    def name_collection(self, name: str) -> None:
        """Let another name be typed for a collection."""


class Editor(Protocol):
    """One open document with everything that shows and changes it."""

    @property
    def session(self) -> Session:
        """The document, its history, and what is on screen."""
        ...

    @property
    def view(self) -> View:
        """The viewport."""
        ...

    @property
    def files(self) -> Files:
        """Opening, saving and exporting."""
        ...

    @property
    def characters(self) -> CharacterFiles:
        """The files with the meshes of figures."""
        ...

    @property
    def recovery_offer(self) -> RecoveryOffer:
        """Unsaved work of earlier runs."""
        ...

    @property
    def pose_library(self) -> PoseLibrary:
        """The poses on the shelf."""
        ...

    @property
    def clips(self) -> Clips:
        """The playhead, recording, and clips from files."""
        ...

    @property
    def live(self) -> Live:
        """Motion from other programs, and to them."""
        ...

    @property
    def docks(self) -> Docks:
        """The panels and their layouts."""
        ...

    @property
    def mode(self) -> Mode:
        """Posing, or editing the rest pose."""
        ...

    @property
    def comparison(self) -> SolverComparison:
        """The second solver that is shown beside the first."""
        ...

    @property
    def dialogs(self) -> Dialogs:
        """Palette, settings, key sheet, about."""
        ...

    @property
    def naming(self) -> Naming:
        """The lines in which bones, limbs and collections are named."""
        ...

    @property
    def starting(self) -> bool:
        """Return whether the start page is shown instead of a figure."""
        ...

    @property
    def choosing_template(self) -> bool:
        """Return whether a template is being chosen; the figure on screen is a preview of it."""
        ...

    @property
    def pointed_at(self) -> str | None:
        """The name of the bone under the pointer."""
        ...

    def keys_of(self, action: str) -> str:
        """The keys of an action in words, "F" or "F or Shift+F"; empty where it has none."""
        ...

    def show_start_page(self) -> None:
        """Show the start page instead of the figure."""

    def choose_template(self, adding: bool = False) -> None:
        """Show templates and their measures beside a preview; the figure is added to the scene where asked for."""

    def ask_for_bone(self, request: BoneRequest) -> None:
        """Let the next click on a bone answer."""

    def close(self) -> bool:
        """Ask about unsaved changes, then leave the program."""
        ...
