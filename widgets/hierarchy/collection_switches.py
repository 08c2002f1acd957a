"""The two switches at the right of a collection: the eye hides its bones, the star shows them alone."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import msgspec
from PySide6.QtCore import Qt

from pantin.rigs.collection import Collection
from pantin.rigs.document import Document
from pantin.rigs.editing import collecting
from pantin.widgets.hierarchy.bone_switches import CTRL, EYE, PADLOCK, WIDTH, Change
from pantin.widgets.messages import _

NO_KEYS = Qt.KeyboardModifier.NoModifier


class CollectionColumn(msgspec.Struct, frozen=True):
    """A column of switches. `right` is where its icons begin, counted from the right edge of the row.

    `icons`, `titles`, `labels` and `help` are of the quiet state and of the other one, which `is_quiet` tells apart.
    """

    right: int
    icons: tuple[str, str]
    titles: tuple[str, str]
    labels: tuple[str, str]
    """The words for switching it to quiet and back in a menu, and as a step with a place for the collection."""
    help: tuple[str, str]
    is_quiet: Callable[[Collection], bool]
    switch: Callable[[Document, str, bool], Document]


SHOWN = CollectionColumn(
    right=EYE.right,
    icons=EYE.icons,
    titles=(_("Show"), _("Hide")),
    labels=(_("Show {collection}"), _("Hide {collection}")),
    help=(
        _("Its bones are seen again."),
        _("Its bones are not seen in the view, unless another collection shows them."),
    ),
    is_quiet=lambda group: not group.hidden,
    switch=lambda document, name, quiet: collecting.hide_collection(document, name, not quiet),
)
SOLO = CollectionColumn(
    right=PADLOCK.right,
    icons=("solo", "solo-on"),
    titles=(_("End solo"), _("Solo")),
    labels=(_("End solo of {collection}"), _("Solo {collection}")),
    help=(_("All other bones are seen again."), _("Only the bones of solo collections are seen.")),
    is_quiet=lambda group: not group.solo,
    switch=lambda document, name, quiet: collecting.solo_collection(document, name, not quiet),
)
COLLECTION_COLUMNS = (SHOWN, SOLO)


def collection_column_at(x: float, width: float) -> CollectionColumn | None:
    """The column under `x` in a row of this width."""
    return next((column for column in COLLECTION_COLUMNS if 0 <= x - (width - column.right) + 2 < WIDTH + 4), None)


def switched(column: CollectionColumn, group: Collection, held: Qt.KeyboardModifier = NO_KEYS) -> Change:
    """Return the effect of a click on a switch now: the words for it, and the edit.

    With Ctrl the star leaves this one alone.
    """
    name = group.name
    if held & CTRL and column is SOLO:
        return Change(
            _("Solo only {collection}").format(collection=name), lambda document: collecting.solo_only(document, name)
        )
    quiet = not column.is_quiet(group)
    label = column.labels[0 if quiet else 1].format(collection=name)
    return Change(label, lambda document: column.switch(document, name, quiet))


def explanation(column: CollectionColumn, group: Collection) -> str:
    """The tooltip of a switch."""
    help = column.help[1 if column.is_quiet(group) else 0]
    lines = [f"<b>{escape(switched(column, group).label)}</b>", help]
    return "<br>".join([*lines, _("Ctrl: only this")] if column is SOLO else lines)
