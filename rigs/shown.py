"""Which bones are seen, by the rule that the whole program keeps to.

A bone that is hidden itself is not seen. Where some collection is solo, only bones of solo collections are; otherwise a
bone that is in collections is seen where one of them is not hidden, and one that is in none always.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pantin.rigs.rig import Rig


def shown(rig: Rig) -> frozenset[str]:
    """The bones that are seen: all the rest is not drawn, not picked and not selected. `Rig.shown` keeps them."""
    own = (bone.name for bone in rig.bones if not bone.hidden)
    if not any(group.hidden or group.solo for group in rig.collections):
        return frozenset(own)
    solo = {name for group in rig.collections if group.solo for name in group.bones}
    if any(group.solo for group in rig.collections):
        return frozenset(name for name in own if name in solo)
    seen = {name for group in rig.collections if not group.hidden for name in group.bones}
    unseen = {name for group in rig.collections if group.hidden for name in group.bones} - seen
    return frozenset(name for name in own if name not in unseen)
