"""Expressions of the figure's character, set by a panel or by the palette."""

from __future__ import annotations

from collections.abc import Mapping

from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.rigs.document import Document
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.faces import partners
from pantin.solver.edits.expressions import with_expressions
from pantin.viewport.values.loaded_character import loaded_of
from pantin.widgets.values.exchange import Edit


def character_shown(session: Session) -> Character | None:
    """Return the character of the figure that is edited; None where it has none, or its file has not been read."""
    loaded = loaded_of(session.shown.figure, session.characters)
    return None if loaded is None else loaded.character


def on_both_sides(session: Session, values: Mapping[str, float]) -> Mapping[str, float]:
    """Return values of expressions by name, with Mirror X those of the other side beside them."""
    character = character_shown(session)
    if not session.mirrors or character is None:
        return values
    others = partners(character.expressions)
    return {**{others[name]: value for name, value in values.items() if name in others}, **values}


def with_values(values: Mapping[str, float]) -> Edit:
    """Return the edit that sets expressions of the figure that is edited."""

    def edit(document: Document) -> Document:
        return document.with_figure(with_expressions(document.figure, values))

    return edit


def keep_expressions(session: Session, values: Mapping[str, float]) -> None:
    """Set expressions, with Mirror X those of the other side as well. One step of undo."""
    both = on_both_sides(session, values)
    if all(value == 0.0 for value in both.values()):
        label = _("Put back expression {names}")
    else:
        label = _("Expression {names}")
    session.edit(label.format(names=", ".join(both)), with_values(both))
