"""Springs of the figure: one switch for all, and how each chain swings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import Signal

from pantin.rigs.rig import Rig
from pantin.rigs.springs import Spring, SpringJoint, Springs
from pantin.widgets.controls.choice import Choice
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.switch import Switch
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.rows.row import labelled, row_of
from pantin.widgets.messages import _, ngettext

FEW = 2
"""Names that are told in the line of the folded section."""
NUMBERED = re.compile(r"(spring[_ ]?)?\d*", re.IGNORECASE)
"""A name that says nothing: that of a chain that has none in its file."""
FIELDS = ("stiffness", "drag", "gravity", "radius")


def place_of(chains: Sequence[Spring], bone: str | None) -> int | None:
    """Return the place of the chain in which a bone swings; None where it swings in none."""
    owned = (place for place, chain in enumerate(chains) if any(joint.bone == bone for joint in chain.joints))
    return next(owned, None)


def _called(chain: Spring) -> str:
    """Return what a chain is called in the list: chains of a file may have the same name."""
    first = chain.joints[0].bone if chain.joints else chain.name
    return first if first == chain.name else f"{chain.name}: {first}"


def _named(chains: Sequence[Spring]) -> str:
    """Return what chains are called by those who made them, where these are few names; else how many there are."""
    names = tuple(dict.fromkeys(chain.name for chain in chains))
    if len(names) <= FEW and not any(NUMBERED.fullmatch(name) for name in names):
        return ", ".join(names)
    return ngettext("{count} chain", "{count} chains", len(chains)).format(count=len(chains))


class SpringChange(NamedTuple):
    """A change that is asked for: values of the chain at a place by field, or of all springs; `on` is the switch."""

    place: int | None
    values: Mapping[str, Any]


class SpringsSection(Section):
    """Shown where the figure has springs. A value is that of all joints of the chain."""

    previewed = Signal(object)
    """A `SpringChange`, while a number is dragged."""
    edited = Signal(str, object)
    """The label of a step of undo, and a `SpringChange`."""
    cancelled = Signal()
    action_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__(_("Springs"), bottom=8)
        self._springs = Springs()
        self._active: str | None = None
        self.all, self.on, self.chain = Switch(), Switch(), Choice(())
        explain(self.all, _("Hair and all else on springs hangs and follows. Off: its bones are as they are posed."))
        explain(self.on, _("Off: the bones of this chain are as they are posed."))
        explain(self.chain, _("The chain whose values are shown."))
        self.values = Form(SpringJoint, only=FIELDS, alone=_("A chain is changed alone."))
        self.put = TextButton(_("Put on selected bones"), _("Put springs on the chain of the selected bones."))
        self.put.clicked.connect(lambda: self.action_asked.emit("put_springs"))
        self._all_row, self._chain_row = labelled(_("All springs"), self.all), labelled(_("Chain"), self.chain)
        for row in (self._all_row, self._chain_row, labelled(_("Swings"), self.on), self.values):
            self.add(row)
        self.add(row_of(self.put))
        self.all.committed.connect(lambda on: self._switch(None, on))
        self.on.committed.connect(lambda on: self._switch(self._place, on))
        self.chain.committed.connect(lambda _chain: self._show_chain())
        self.values.previewed.connect(lambda name, value: self.previewed.emit(self._change(name, value)))
        self.values.committed.connect(self._set)
        self.values.cancelled.connect(self.cancelled)
        self.values.all_committed.connect(self._set_all)
        self.hide()

    @property
    def _place(self) -> int:
        return max(self.chain.currentIndex(), 0)

    def show_rig(self, rig: Rig, active: str | None = None) -> None:
        """Show the springs of a rig, of the chain with the active bone where that swings. Nothing is emitted."""
        before, self._springs = self._springs, rig.springs
        chains = self._springs.chains
        self.setVisible(bool(chains))
        place = None if active == self._active else place_of(chains, active)
        self._active = active
        if (before is self._springs and place is None) or not chains:
            return
        state = _("{chains}; settled") if self._springs.on else _("{chains}; off")
        self.show_note(state.format(chains=_named(chains)))
        self.all.show_value(self._springs.on)
        names = [_called(each) for each in chains]
        if names != [self.chain.itemText(row) for row in range(self.chain.count())]:
            at, added = self._place, place_of(chains, active)
            self.chain.clear()
            for name in names:
                self.chain.addItem(name, name)
            self.chain.setCurrentIndex(min(at, len(names) - 1))
            place = added if place is None else place
        if place is not None:
            self.chain.setCurrentIndex(place)
        self._show_chain()

    def _show_chain(self) -> None:
        chain = self._springs.chains[min(self._place, len(self._springs.chains) - 1)]
        self.on.show_value(chain.on)
        if chain.joints:
            self.values.show_value(chain.joints[0])

    def _change(self, name: str, value: object) -> SpringChange:
        return SpringChange(self._place, {name: value})

    def _switch(self, place: int | None, on: bool) -> None:
        label = _("Springs on") if on else _("Springs off")
        self.edited.emit(label, SpringChange(place, {"on": on}))

    def _set(self, name: str, value: object) -> None:
        title = next(field.title for field in self.values.fields if field.name == name)
        label = _("{field} of {chain}").format(field=title, chain=self._springs.chains[self._place].name)
        self.edited.emit(label, self._change(name, value))

    def _set_all(self, values: Mapping[str, Any]) -> None:
        label = _("Springs of {chain}").format(chain=self._springs.chains[self._place].name)
        self.edited.emit(label, SpringChange(self._place, values))
