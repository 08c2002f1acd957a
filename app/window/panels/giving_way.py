"""Who gives way in what is on screen: the parts of the body, and how far a pull of it has moved them."""

from __future__ import annotations

from pantin.app.session.session import Session
from pantin.solver.edits.pulling.moved_parts import GivesWay, moved, parts_giving_way


def giving_way(session: Session) -> tuple[GivesWay, ...]:
    """The parts that give way to the body that is pulled, or would where the active bone is pulled."""
    document, pull = session.shown, session.pulled
    if not session.posed or session.editing:
        return ()
    if pull is None or not pull.tree.root_free:
        return parts_giving_way(document.rig, (document.active,) if document.active else ())
    parts = parts_giving_way(document.rig, pull.pulled)
    same = pull.evaluated.names == session.evaluated.names
    return moved(pull.evaluated, session.evaluated, parts) if same else parts
