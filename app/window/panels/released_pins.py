"""Which pins hold nothing in the pose that is shown."""

from __future__ import annotations

from pantin.app.session.session import Session
from pantin.rigs.editing import pins


def released(session: Session) -> frozenset[str]:
    """The bones whose pins hold nothing, because the pose that is shown lifts them; none while bones are edited."""
    rig, evaluated = session.shown.rig, session.evaluated
    if not rig.pins or session.editing or not session.posed or len(evaluated.heads) != len(rig.bones):
        return frozenset()
    return frozenset(pins.released(rig, session.shown.ground, evaluated.heads, evaluated.tails))
