"""The page of the figure in the properties: its character section by section, its name and its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from pantin.rigs.document import Document
from pantin.widgets.character.licence_chips import LicenceChips
from pantin.widgets.character.shown_character import ShownCharacter
from pantin.widgets.controls.frames.section import Section

if TYPE_CHECKING:
    from pantin.widgets.character.about_section import AboutSection
    from pantin.widgets.character.expressions_section import ExpressionsSection
    from pantin.widgets.character.eyes_section import EyesSection
    from pantin.widgets.character.figure_section import FigureSection
    from pantin.widgets.character.file_section import FileSection
    from pantin.widgets.character.materials_section import MaterialsSection
    from pantin.widgets.character.parts_section import PartsSection
    from pantin.widgets.character.size_section import SizeSection
    from pantin.widgets.character.springs_section import SpringsSection

FOLDED = frozenset(("springs", "materials", "standing", "about", "file", "figure"))
"""The sections that are folded at first."""

MODE = "character"
"""The mode under which folds of these sections are kept: "character/parts"."""


class Pieces:
    """The sections of a page, made one after the other: with what each needs all at once would be felt."""

    expressions: ExpressionsSection
    eyes: EyesSection
    parts: PartsSection
    springs: SpringsSection
    standing: SizeSection
    materials: MaterialsSection
    about: AboutSection
    file: FileSection
    figure: FigureSection

    def __init__(self) -> None:
        self._to_make = self._made()

    def make_next(self) -> bool:
        """Make one more. False where all are there."""
        return next(self._to_make, False)

    def make_all(self) -> Pieces:
        """Make those that are missing."""
        while self.make_next():
            pass
        return self

    def _made(self) -> Iterator[bool]:
        from pantin.widgets.character.expressions_section import ExpressionsSection

        self.expressions = ExpressionsSection()
        yield True
        from pantin.widgets.character.eyes_section import EyesSection

        self.eyes = EyesSection()
        yield True
        from pantin.widgets.character.parts_section import PartsSection

        self.parts = PartsSection()
        yield True
        from pantin.widgets.character.springs_section import SpringsSection

        self.springs = SpringsSection()
        yield True
        from pantin.widgets.character.size_section import SizeSection

        self.standing = SizeSection()
        yield True
        from pantin.widgets.character.materials_section import MaterialsSection

        self.materials = MaterialsSection()
        yield True
        from pantin.widgets.character.about_section import AboutSection
        from pantin.widgets.character.file_section import FileSection

        self.about, self.file = AboutSection(), FileSection()
        yield True
        from pantin.widgets.character.figure_section import FigureSection

        self.figure = FigureSection()
        yield True


class FigurePage(QWidget):
    """The sections of a figure with a character, or with springs, from top to bottom."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()
    action_asked = Signal(str)
    """The name of an action."""
    expressions_previewed = Signal(object)
    expressions_edited = Signal(object)
    """Values of expressions by name, while one is dragged and when it is kept."""
    expression_pictures_wanted = Signal()
    """See `ExpressionCards`."""
    spring_edited = Signal(str, object)
    spring_previewed = Signal(object)
    """See `SpringsSection`."""
    look_asked = Signal(object)
    look_previewed = Signal(object)
    bone_requested = Signal(object)
    """See `EyesSection`."""
    revealed = Signal(object)
    """The section that is to be scrolled to."""
    folded = Signal(str, bool)
    """A section was folded by hand, or unfolded: see `Sections.folded`."""

    def __init__(self, pieces: Pieces) -> None:
        super().__init__()
        made = pieces.make_all()
        self.expressions, self.eyes, self.parts = made.expressions, made.eyes, made.parts
        self.springs, self.standing, self.materials = made.springs, made.standing, made.materials
        self.about, self.file, self.figure = made.about, made.file, made.figure
        self.chips = LicenceChips()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.chips)
        self._named = {name: part for name, part in vars(self).items() if isinstance(part, Section)}
        for name, part in self._named.items():
            layout.addWidget(part)
            part.show_open(name not in FOLDED)
            part.folded.connect(lambda is_folded, name=name: self.folded.emit(f"{MODE}/{name}", is_folded))
        layout.addStretch(1)
        self._has_asked = self._has_unfolded = False
        self.chips.asked.connect(self._show_about)
        self.expressions.previewed.connect(self.expressions_previewed)
        self.expressions.edited.connect(self.expressions_edited)
        self.expressions.cancelled.connect(self.cancelled)
        self.expressions.pictures_wanted.connect(self.expression_pictures_wanted)
        self.eyes.look_asked.connect(self.look_asked)
        self.eyes.look_previewed.connect(self.look_previewed)
        self.eyes.cancelled.connect(self.cancelled)
        self.eyes.bone_requested.connect(self.bone_requested)
        self.parts.edited.connect(self.edited)
        self.springs.edited.connect(self.spring_edited)
        self.springs.previewed.connect(self.spring_previewed)
        self.springs.cancelled.connect(self.cancelled)
        self.springs.action_asked.connect(self.action_asked)
        self.standing.edited.connect(self.edited)
        self.standing.action_asked.connect(self.action_asked)
        self.file.action_asked.connect(self.action_asked)
        self.figure.edited.connect(self.edited)
        self.figure.previewed.connect(self.previewed)
        self.figure.cancelled.connect(self.cancelled)

    def show_folds(self, folds: Mapping[str, bool]) -> None:
        """Fold and unfold sections as they were left, by the names of `folded`."""
        for name, is_folded in folds.items():
            mode, _slash, section = name.partition("/")
            if mode == MODE and section in self._named:
                self._named[section].show_open(not is_folded)

    def prepare_next(self) -> bool:
        """Make one more piece of what a character shows. False where all is there."""
        return self.expressions.prepare_next()

    def stages(self, document: Document, shown: ShownCharacter, in_rest_pose: bool) -> tuple[Callable[[], None], ...]:
        """Return functions that show a figure and its character, section by section."""
        return (
            partial(self.chips.show_character, shown.character),
            partial(self.expressions.show_character, document.figure, shown.character, in_rest_pose),
            partial(self.eyes.show_character, document.figure, shown.character, in_rest_pose),
            partial(self.parts.show_character, document.figure, shown.character, shown.tints),
            partial(self._show_springs, document, shown),
            partial(self.standing.show_character, document, shown),
            partial(self.materials.show_character, shown.character),
            partial(self.about.show_character, shown.character),
            partial(self._show_file, document, shown),
            partial(self.figure.show_document, document),
        )

    def _show_about(self) -> None:
        """Show all that the file says of its makers."""
        self.about.show_open(True)
        self.revealed.emit(self.about)

    def _show_springs(self, document: Document, shown: ShownCharacter) -> None:
        """Show the springs, unfolded where there is little else to show."""
        self.springs.show_rig(document.rig, document.active)
        if document.rig.springs.chains and not shown.is_there and not self._has_unfolded:
            self.springs.show_open(True)
            self._has_unfolded = True

    def _show_file(self, document: Document, shown: ShownCharacter) -> None:
        """Show the file, unfolded where it is lost, or waits for a skeleton: nothing else can be done then."""
        self.file.show_character(document.figure, shown)
        if self.file.asks and not self._has_asked:
            self.file.show_open(True)
        self._has_asked = self.file.asks
