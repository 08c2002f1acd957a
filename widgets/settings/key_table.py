"""The table of keys in the settings: every action by menu, found by its name or by pressing its keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from pantin.widgets.controls import key_caps
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.panel_head import PanelHead
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.messages import _
from pantin.widgets.settings.key_field import KeyField
from pantin.widgets.settings.key_line import KeyLine, KeyRow


class KeyTable(QWidget):
    """Emits `keys_asked` with an action and all its keys, `reset_asked` to restore all defaults.

    Keys of another action are sent only after a notice says whose they are and the user insists.
    """

    keys_asked = Signal(str, object)
    reset_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, KeyLine] = {}
        self.heads: dict[str, PanelHead] = {}
        self._typed = ""
        self.by_key = KeyField(_("Find by key"), most=1)
        self.by_key.setFixedWidth(136)
        self.by_key.setAccessibleName(_("Find by key"))
        explain(self.by_key, _("Press keys to see what they do; Backspace shows everything again."))
        self.by_key.asked.connect(self._find_key)
        self.reset = TextButton(_("Reset all keys"), _("Give every action the keys of the preset."), quiet=True)
        self.reset.clicked.connect(self.reset_asked)
        top = QHBoxLayout()
        top.setContentsMargins(12, 0, 8, 0)
        top.addWidget(self.by_key)
        top.addStretch(1)
        top.addWidget(self.reset)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 8, 0, 8)
        self._column.setSpacing(0)
        self._column.addLayout(top)

    def show_rows(self, rows: Sequence[KeyRow]) -> None:
        """Show the actions with their keys, in this order; those of one menu stand together."""
        if [row.name for row in rows] != list(self.lines):
            self._build(rows)
        for row in rows:
            self.lines[row.name].show_row(row)
        self.reset.setEnabled(any(row.changed for row in rows))

    def show_found(self, typed: str) -> int:
        """Show only the lines that match the search. Returns how many do."""
        self._typed = typed
        return self._filter()

    def owner(self, key: str, asking: str) -> KeyRow | None:
        """The action that has this key, other than the one that requests it."""
        return next((line.row for name, line in self.lines.items() if name != asking and line.row.has(key)), None)

    def _build(self, rows: Sequence[KeyRow]) -> None:
        for widget in (*self.lines.values(), *self.heads.values()):
            widget.deleteLater()
        self.lines, self.heads = {}, {}
        for row in rows:
            if row.menu not in self.heads:
                self.heads[row.menu] = PanelHead(row.menu)
                self._column.addWidget(self.heads[row.menu])
            line = self.lines[row.name] = KeyLine(row)
            line.asked.connect(lambda keys, name=row.name: self._ask(name, keys))
            line.insisted.connect(lambda keys, name=row.name: self.keys_asked.emit(name, keys))
            self._column.addWidget(line)

    def _ask(self, name: str, keys: tuple[str, ...]) -> None:
        line = self.lines[name]
        taken = [(key, self.owner(key, name)) for key in keys if key not in line.row.keys]
        for key, owner in taken:
            if owner:
                line.show_conflict(
                    keys, _("{key} is {owner} already.").format(key=key_caps.text(key), owner=owner.title)
                )
                return
        line.clear_conflict()
        self.keys_asked.emit(name, keys)

    def _find_key(self, keys: tuple[str, ...]) -> None:
        self.by_key.show_keys(keys)
        self._filter()

    def _filter(self) -> int:
        key = next(iter(self.by_key.keys()), "")
        shown = {name for name, line in self.lines.items() if line.answers(self._typed, key)}
        for name, line in self.lines.items():
            line.setVisible(name in shown)
            line.show_found(self._typed)
        menus = {self.lines[name].row.menu for name in shown}
        for menu, head in self.heads.items():
            head.setVisible(menu in menus)
        return len(shown)
