"""Select: click a bone to select it alone, with Shift or Ctrl to add it or leave it out, on nothing to select none."""

from __future__ import annotations

from rigs.document import Document
from viewport.events import Press


def clicked(document: Document, press: Press) -> tuple[tuple[str, ...], str | None]:
    """The selection and the active bone after a click.

    With Shift or Ctrl a bone joins the selection and becomes active; the active one leaves it.
    """
    extends = press.held.shift or press.held.ctrl
    if press.hit is None:
        return (document.selected, document.active) if extends else ((), None)
    bone = press.hit.bone
    if not extends:
        return (bone,), bone
    others = tuple(name for name in document.selected if name != bone)
    if bone in document.selected and bone == document.active:
        return others, others[-1] if others else None
    return (*others, bone), bone
