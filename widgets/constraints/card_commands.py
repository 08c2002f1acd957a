"""Commands for a constraint beside setting its fields: a row of buttons on its card.

A kind names its commands in its look; what they do is the program's, which knows the solver.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from pantin.rigs.constraints import Constraint
from pantin.widgets.controls.explain import disable
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.messages import _

MARGIN = 8
HANGS_NOWHERE = _("Choose a target first.")


class CardCommand(msgspec.Struct, frozen=True):
    """A button: its title, what it does, and why it cannot be pressed now, if it cannot."""

    title: str
    help: str
    why_not: Callable[[Any], str]


COMMANDS: dict[str, CardCommand] = {
    "set_inverse": CardCommand(
        _("Set inverse"),
        _("Hang the bone on the target where its own pose puts it now."),
        lambda child: "" if child.target else HANGS_NOWHERE,
    ),
    "clear_inverse": CardCommand(
        _("Clear inverse"),
        _("Let the bone go all the way with the target, from its rest."),
        lambda child: "" if child.inverse else _("It has no inverse."),
    ),
}


class CommandRow(QWidget):
    """The buttons of these commands, side by side. Emits the name of the one that is pressed."""

    asked = Signal(str)

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.buttons = {name: TextButton(COMMANDS[name].title, COMMANDS[name].help) for name in names}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(MARGIN, 4 if names else 0, MARGIN, 4 if names else 0)
        layout.setSpacing(4)
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, name=name: self.asked.emit(name))
            layout.addWidget(button)

    def show_constraint(self, constraint: Constraint) -> None:
        """Let be pressed what makes sense for it."""
        for name, button in self.buttons.items():
            disable(button, COMMANDS[name].why_not(constraint))
