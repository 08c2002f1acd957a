"""The panel of properties: the selected bones, their pose, their joints, and the constraints around the active one.

What people do goes out as pure edits: `previewed(edit)` while something is dragged, `edited(label, edit)` once when
it is done, `cancelled()` when it is put back. `bone_requested` asks for a bone of the view, `constraint_requested` for
a new constraint, `pointed` tells what the pointer is on: see `exchange`. An edit is of every selected bone; constraints
stay with the active one. Showing another pose of the same bones only sets numbers. The sections are made when a bone is
shown for the first time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QPaintEvent, QPixmap
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from pantin.rigs.document import Document
from pantin.rigs.pose import Transform
from pantin.widgets.character.shown_character import NO_CHARACTER, ShownCharacter, facts_of
from pantin.widgets.character.subject_switch import SubjectSwitch
from pantin.widgets.constraints.constraints_section import ConstraintsSection
from pantin.widgets.controls import own_keys
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.scroll import column
from pantin.widgets.forms import field_keys
from pantin.widgets.messages import _
from pantin.widgets.properties.limb_section import LimbSection
from pantin.widgets.properties.properties_head import PropertiesHead
from pantin.widgets.properties.sections import Sections
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.sizes import PANEL_WIDTH
from pantin.widgets.values.exchange import Balanced, CompliantPart, FollowUp, Goal, KeysOf
from pantin.widgets.values.selected_bones import Chosen, chosen_of

if TYPE_CHECKING:
    from pantin.widgets.character.brush_section import BrushFields, BrushSection
    from pantin.widgets.character.checked_section import Check, Checked, CheckedSection
    from pantin.widgets.character.figure_page import FigurePage, Pieces

BELOW = 48
"""Pixels left below a card that is scrolled to: what adds the next one."""


class Properties(QWidget):
    """Shows the selected bones of a document, or what to do where there are none.

    `head` says which bones they are; it may be taken out and be a title elsewhere.
    """

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()
    hand_previewed = Signal(object)
    hand_edited = Signal(str, object)
    """Like the two above, of edits that pose fingers: handles of theirs are to follow."""
    spring_edited = Signal(str, object)
    spring_previewed = Signal(object)
    look_asked = Signal(object)
    look_previewed = Signal(object)
    """What the eyes are to look at: see `EyesSection`."""
    expressions_previewed = Signal(object)
    expressions_edited = Signal(object)
    """Values of expressions by name: see `FigurePage`."""
    expression_pictures_wanted = Signal()
    """Cards of expressions have no pictures: see `expressions_without_picture`."""
    rename_asked = Signal(str, str)
    selection_asked = Signal(object, object)
    action_asked = Signal(str)
    """The name of an action that does more than an edit of the rig."""
    limb_named = Signal()
    space_asked = Signal(object, object)
    """A limb, and the bone that it shall be held by."""
    bone_requested = Signal(object)
    constraint_requested = Signal(object)
    constraint_command_asked = Signal(int, str)
    pointed = Signal(object)
    brush_changed = Signal(str, object)
    brush_committed = Signal()
    brush_cancelled = Signal()
    """Changes of the fields of the brush: see `BrushSection`."""
    weight_points_asked = Signal(str)
    """The points of a fact about weights: see `CheckedSection`."""
    folded = Signal(str, bool)
    """A section was folded or unfolded by hand, see `Sections.folded`."""
    subject_changed = Signal()
    """What is selected is to be shown, or the figure."""

    def __init__(self) -> None:
        super().__init__()
        self.head = PropertiesHead()
        self.head.edited.connect(self.edited)
        self.head.rename_asked.connect(self.rename_asked)
        self.head.selection_asked.connect(self.selection_asked)
        self._sections: Sections | None = None
        self.follow_up: FollowUp = lambda before, after, index: after
        """The follow-up of an edit to a constraint: given by the program before the first bone is shown."""
        self._keys_of: KeysOf = lambda action: ""
        self.folds: Mapping[str, bool] = {}
        """The sections that were left folded or open, by name: given by the program before the first bone is shown."""
        self.setAutoFillBackground(True)
        self.setMinimumWidth(PANEL_WIDTH)
        self._pages = QStackedWidget()
        self._coming = QWidget()
        """Nothing, until the sections are there: something is selected by then."""
        self.empty = Empty()
        self.subject = SubjectSwitch()
        self.subject.chosen.connect(self.show_subject)
        self._figure_page: FigurePage | None = None
        self._pieces: Pieces | None = None
        self._figure_column: QScrollArea | None = None
        self._brush: BrushSection | None = None
        self._checked: CheckedSection | None = None
        self._figure_is_on: dict[bool, bool | None] = {False: None, True: None}
        """Whether the figure is shown and not what is selected, by whether the rest pose is edited."""
        self._in_rest_pose = False
        for page in (self.empty, self._coming):
            self._pages.addWidget(page)
        self._column_of_all = layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self.subject)
        layout.addWidget(self._pages, 1)

    def show_brush(self, brush: BrushFields | None) -> None:
        """Show the brush that weights are painted with above all else; None shows none."""
        if self._brush is None:
            if brush is None:
                return
            from pantin.widgets.character.brush_section import BrushSection  # only who paints weights needs it

            self._brush = BrushSection()
            self._brush.changed.connect(self.brush_changed)
            self._brush.committed.connect(self.brush_committed)
            self._brush.cancelled.connect(self.brush_cancelled)
            self._put_above(self._brush)
        self._brush.show_brush(brush)

    def _put_above(self, section: Section) -> None:
        """Put a section above the pages."""
        self._column_of_all.insertWidget(self._column_of_all.indexOf(self._pages), section)

    def show_checked(self, facts: dict[Check, Checked] | None, shown: str = "") -> None:
        """Show facts about weights above all else, and which of them is marked in the view; None shows none."""
        if self._checked is None:
            if facts is None:
                return
            from pantin.widgets.character.checked_section import CheckedSection  # only who paints weights needs it

            self._checked = CheckedSection()
            self._checked.points_asked.connect(self.weight_points_asked)
            self._put_above(self._checked)
        self._checked.show_facts(facts, shown)

    def show_document(
        self,
        document: Document,
        goals: Sequence[Goal] = (),
        local_transforms: Mapping[str, Transform] | None = None,
        in_rest_pose: bool = False,
        compliance: Sequence[CompliantPart] = (),
        character: ShownCharacter = NO_CHARACTER,
    ) -> None:
        """Show the selected bones of `document`; `in_rest_pose` says that they are edited and not posed.

        `goals` are the solver's reports; `local_transforms` say how bones are posed after solving, where that is known:
        the ticks of the joint follow it. The numbers of the pose are the document's own. `compliance` are the parts of
        the body that do so where the bones are pulled. A figure with a `character` is shown itself where nothing is
        selected, and where it is chosen. Nothing is emitted.
        """
        for _section in self.show_by_section(document, goals, local_transforms, in_rest_pose, compliance, character):
            pass

    def show_by_section(
        self,
        document: Document,
        goals: Sequence[Goal],
        local_transforms: Mapping[str, Transform] | None,
        in_rest_pose: bool,
        compliance: Sequence[CompliantPart],
        character: ShownCharacter = NO_CHARACTER,
    ) -> Iterator[None]:
        """The same, a section at a time: those of bones that were not shown before take a while."""
        chosen = chosen_of(document)
        self._in_rest_pose = in_rest_pose
        self.head.show_chosen(document, chosen, in_rest_pose)
        if self._show_subject(document, chosen, character):
            yield from self._show_figure(document, character)
            return
        if chosen is None:
            self.empty.show_bones(bool(document.rig.bones))
            self._pages.setCurrentIndex(0)
            return
        if self._sections is None or self._pages.currentWidget() is not self._column:
            self._pages.setCurrentWidget(self._coming)
        sections = self.prepare()
        sections.show_rest_pose(in_rest_pose)
        name = chosen.names[0]
        rotation = (local_transforms or {}).get(name, document.figure.transform(name)).rotation
        for show_section in sections.stages(document, chosen, rotation, goals, compliance):
            yield
            show_section()
        self._pages.setCurrentWidget(self._column)

    def begin_anew(self, is_another: bool) -> None:
        """A character of another file is seen itself first, and none of its expressions is searched for."""
        if is_another:
            self._figure_is_on = {False: None, True: None}
            if self._figure_page is not None:
                self._figure_page.expressions.search.clear()

    def show_subject(self, is_figure: bool) -> None:
        """Show the figure, or else what is selected, from now on, where there is something to show of the figure."""
        if self._figure_is_on[self._in_rest_pose] != is_figure:
            self._figure_is_on[self._in_rest_pose] = is_figure
            self.subject_changed.emit()

    def _show_subject(self, document: Document, chosen: Chosen | None, character: ShownCharacter) -> bool:
        """Show what there is to choose between; return whether the figure is shown."""
        is_there = character.is_there or bool(character.said or document.rig.springs.chains)
        self.subject.setVisible(is_there)
        wanted = self._figure_is_on[self._in_rest_pose]
        if wanted is None:  # a character is seen itself first, but for its rest pose
            wanted = character.is_there and not self._in_rest_pose
        is_on = is_there and (chosen is None or wanted)
        self.subject.show_subjects(chosen.who if chosen else "", document.figure.name, is_on)
        self.head.show_figure(*((document.figure.name, facts_of(document, character)) if is_on else ()))
        return is_on

    def _show_figure(self, document: Document, character: ShownCharacter) -> Iterator[None]:
        while self._figure_page is None and self._pieces_of_figure_page().make_next():
            yield
        page = self.figure_page
        for show_section in page.stages(document, character, self._in_rest_pose):
            show_section()
            yield
        if self._figure_column is not None:
            self._pages.setCurrentWidget(self._figure_column)

    @property
    def figure_page(self) -> FigurePage:
        """Return the page of the figure; it is made when it is first needed."""
        if self._figure_page is None:
            from pantin.widgets.character.figure_page import FigurePage  # takes time, and only characters need it

            page = self._figure_page = FigurePage(self._pieces_of_figure_page())
            page.show_folds(self.folds)
            page.folded.connect(self.folded)
            page.previewed.connect(self.previewed)
            page.edited.connect(self.edited)
            page.cancelled.connect(self.cancelled)
            page.action_asked.connect(self.action_asked)
            page.spring_edited.connect(self.spring_edited)
            page.spring_previewed.connect(self.spring_previewed)
            page.look_asked.connect(self.look_asked)
            page.look_previewed.connect(self.look_previewed)
            page.bone_requested.connect(self.bone_requested)
            page.expressions_previewed.connect(self.expressions_previewed)
            page.expressions_edited.connect(self.expressions_edited)
            page.expression_pictures_wanted.connect(self.expression_pictures_wanted)
            self._figure_column = area = column(page)
            page.revealed.connect(
                lambda part: QTimer.singleShot(0, part, lambda: area.ensureWidgetVisible(part, 0, BELOW))
            )
            self._pages.addWidget(self._figure_column)
        return self._figure_page

    @property
    def expressions_without_picture(self) -> tuple[str, ...]:
        """Return the expressions whose cards want pictures of the figure, those that are seen first."""
        return () if self._figure_page is None else self._figure_page.expressions.cards.without_picture

    def show_expression_picture(self, name: str, picture: QPixmap) -> None:
        """Show what an expression does, on its card."""
        if self._figure_page is not None:
            self._figure_page.expressions.cards.show_picture(name, picture)

    def forget_expression_pictures(self) -> None:
        """Want pictures anew of what is drawn now; what was shown before is shown until they come."""
        if self._figure_page is not None:
            self._figure_page.expressions.cards.forget_pictures(keep=True)

    def _pieces_of_figure_page(self) -> Pieces:
        """Return the sections of that page, as far as they are made."""
        if self._pieces is None:
            from pantin.widgets.character.figure_page import Pieces

            self._pieces = Pieces()
        return self._pieces

    def show_released(self, names: frozenset[str]) -> None:
        """Show whose pins hold nothing now, because a pose lifts them."""
        if self._sections is not None:
            self._sections.pins.show_released(names)

    def show_balance(self, is_on: bool, found: Balanced | None) -> None:
        """Show how the figure is balanced, where a bone is shown and posed."""
        if self._sections is not None:
            self._sections.balance.show_balance(is_on, found)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        field_keys.take_focus(self)

    def event(self, event: QEvent) -> bool:
        """Keys that do something to a field here are not for the window."""
        return own_keys.kept(event, lambda key: field_keys.command_for(key, self)) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        command = field_keys.command_for(event, self)
        if command is None:
            super().keyPressEvent(event)
        elif command.run and not command.why_not:
            command.run()

    def show_keys(self, keys_of: KeysOf) -> None:
        """Say in tooltips which keys do the same."""
        self._keys_of = keys_of
        if self._sections is not None:
            self._sections.show_keys(keys_of)

    def edit_limb_name(self) -> None:
        """Let a name be typed for the limb that is shown."""
        self.show_subject(is_figure=False)
        self.prepare().limb.edit_name()

    def prepare_next(self, document: Document) -> bool:
        """Make one more piece of what a click on a bone of `document` shows. False where all is there.

        The program does this while it is idle: all at once would be felt.
        """
        if self._sections is None:
            self.prepare()
            return True
        source = document.figure.source
        if (source is not None and source.file is not None) or document.rig.springs.chains:
            if self._figure_page is None:
                return self._pieces_of_figure_page().make_next() or self.figure_page is not None
            if self._figure_page.prepare_next():
                return True
        cards, hand, pins = self._sections.constraints, self._sections.hand, self._sections.pins
        rig = document.rig
        return cards.prepare_card(map(type, rig.constraints)) or hand.prepare_next(rig) or pins.prepare_next(rig)

    def prepare(self) -> Sections:
        """Make the sections, unless they are there."""
        if self._sections is not None:
            return self._sections
        self._sections = sections = Sections()
        self.transform, self.joint, self.constraints, self.bone = sections.all
        self._connect(sections)
        self._column = column(sections)
        self._pages.addWidget(self._column)
        return sections

    def _connect(self, sections: Sections) -> None:
        """Let what the sections ask for be asked for by the panel."""
        sections.show_keys(self._keys_of)
        sections.show_folds(self.folds)
        sections.folded.connect(self.folded)
        for section in (*sections.all, sections.compliance, sections.figure):
            section.previewed.connect(self.previewed)
            section.edited.connect(self.edited)
            section.cancelled.connect(self.cancelled)
        for section in (sections.constraints, sections.bone):
            section.bone_requested.connect(self.bone_requested)
            section.pointed.connect(self.pointed)
        for part in (sections.limb, sections.hand):
            part.action_asked.connect(self.action_asked)
            part.cancelled.connect(self.cancelled)
        sections.pins.edited.connect(self.edited)
        sections.balance.action_asked.connect(self.action_asked)
        sections.hand.edited.connect(self.hand_edited)
        sections.hand.previewed.connect(self.hand_previewed)
        self._connect_limb(sections.limb)
        self._connect_constraints(sections.constraints)

    def _connect_limb(self, limb: LimbSection) -> None:
        limb.edited.connect(self.edited)
        limb.previewed.connect(self.previewed)
        limb.space_asked.connect(self.space_asked)
        limb.bone_requested.connect(self.bone_requested)
        limb.named.connect(self.limb_named)

    def _connect_constraints(self, constraints: ConstraintsSection) -> None:
        constraints.selection_asked.connect(self.selection_asked)
        constraints.constraint_requested.connect(self.constraint_requested)
        constraints.command_asked.connect(self.constraint_command_asked)
        constraints.card_added.connect(self._reveal)
        constraints.follow_up = self.follow_up

    def _reveal(self, card: QWidget) -> None:
        """Scroll to a card that was added, once it has its place."""
        self.show_subject(is_figure=False)
        self.constraints.show_open(True)
        QTimer.singleShot(0, card, lambda: self._column.ensureWidgetVisible(card, 0, BELOW))


class Empty(QWidget):
    """Nothing is selected: says what to do."""

    def __init__(self) -> None:
        super().__init__()
        self.title, self.hint = "", ""
        self._any_bones, self._opening = True, ""
        self._show()

    def show_bones(self, any_bones: bool) -> None:
        """Say to select a bone, or to draw the first one where there are none."""
        if any_bones != self._any_bones:
            self._any_bones = any_bones
            self._show()

    def show_opening(self, name: str) -> None:
        """Say that this file is opening where there are no bones yet; "" ends that."""
        if name != self._opening:
            self._opening = name
            self._show()

    def _show(self) -> None:
        if self._opening and not self._any_bones:
            self.title = _("Opening…")
            self.hint = self._opening
        elif self._any_bones:
            self.title = _("Select a bone")
            self.hint = _("Click one in the view or in the tree to see its pose, its joint and its constraints.")
        else:
            self.title = _("No bones yet")
            self.hint = _("In the layout Rig, click in the view where a bone begins and where it ends.")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        middle = self.width() / 2
        icons.draw(painter, "bone", tokens.t3, middle - 12, 40, 24)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(0, 76, self.width(), 20), self.title, tokens.t1, drawing.CENTRE)
        painter.setFont(theme.font(12))
        room = QRectF(24, 100, self.width() - 48, 64)
        painter.setPen(theme.colour(tokens.t2))
        painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, self.hint)
        painter.end()
