"""Tooltips: the explanation of the widget, a remark about now, and why it cannot be used.

Texts are shown as they are; those with marks are `Markup`.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from pantin.widgets.controls.plain_text import Markup, bold, lines, plain


def explain(widget: QWidget, text: str) -> None:
    """Give `widget` its explanation, which stays when it is disabled and enabled again."""
    _say(widget, "explanation", text)


def remark(widget: QWidget, text: str) -> None:
    """Say something more below the explanation, such as what drives the value now; an empty text takes it back."""
    _say(widget, "remark", text)


def disable(widget: QWidget, reason: str) -> None:
    """Disable `widget` and say why; an empty reason enables it again."""
    if say_why_not(widget, reason):
        widget.setEnabled(not reason)


def say_why_not(widget: QWidget, reason: str) -> bool:
    """Say why `widget`, a part of one that is disabled, cannot be used; False where that is said already."""
    return _say(widget, "disabled_reason", reason)


def _say(widget: QWidget, part: str, text: str) -> bool:
    """Set one part of the tooltip; False where it is there already."""
    if (widget.property(part) or "") == text:
        return False
    widget.setProperty(part, text)
    widget.setProperty(f"{part} has marks", isinstance(text, Markup))
    reason, explanation, remarked = (_part(widget, name) for name in ("disabled_reason", "explanation", "remark"))
    widget.setToolTip(plain(lines((bold(reason) if reason else "", explanation, remarked))))
    return True


def _part(widget: QWidget, part: str) -> str:
    """Return one part of the tooltip, as it was said."""
    text: str = widget.property(part) or ""
    return Markup(text) if widget.property(f"{part} has marks") else text
