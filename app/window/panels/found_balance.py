"""How the figure that is on screen is balanced."""

from __future__ import annotations

from pantin.app.session.session import Session
from pantin.solver.edits.balance import Balance, balance


def found_balance(session: Session) -> Balance | None:
    """The balance of what is shown; None where nothing is posed."""
    if not session.posed or session.editing or not session.shown.rig.bones:
        return None
    evaluated = session.evaluated
    return balance(session.shown.rig, session.shown.ground, evaluated.heads, evaluated.tails)
