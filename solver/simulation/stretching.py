"""The lengths of bones that stretch, in time: as a joint that slides, each makes up for what it is off.

What is left of an error after a frame is exp(−feedback · seconds), and a length that changes evenly leaves nothing
behind. In a second a bone lengthens by the largest velocity times its length at most: as fast as its end when it turns.
"""

from __future__ import annotations

from pantin.solver.chains.joints import forward_chain
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import exp
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.simulation import columns as col


@kernel
def stretch_in_time(joints: Table, kept: Table, settings: Numbers) -> None:
    """Let bones that stretch come nearer to the lengths that they have in `joints`, from those in `kept`.

    Reads PARENT_JOINT, STRETCH, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); KEPT, KEPT_LENGTH and KEPT_WANTED_LENGTH of `kept` (j, KEPT_JOINT_WIDTH); and `settings`
    (SETTINGS_WIDTH,). Writes LENGTH_RATIO, WORLD and HEAD of `joints`; and KEPT_LENGTH and KEPT_WANTED_LENGTH of
    `kept`.
    """
    left = 0.0 if settings[col.REITERATIONS] > 0.0 else exp(-settings[col.FEEDBACK] * settings[col.SECONDS])
    most = settings[col.MAX_VELOCITY] * settings[col.SECONDS]
    for j in range(len(joints)):
        if joints[j, at.STRETCH] == 0.0:
            continue
        wanted = joints[j, at.LENGTH_RATIO]
        if kept[j, col.KEPT] != 0.0:
            before = kept[j, col.KEPT_LENGTH]
            length = wanted - left * (kept[j, col.KEPT_WANTED_LENGTH] - before)
            joints[j, at.LENGTH_RATIO] = before + min(max(length - before, -most), most)
        kept[j, col.KEPT_LENGTH], kept[j, col.KEPT_WANTED_LENGTH] = joints[j, at.LENGTH_RATIO], wanted
    forward_chain(joints)
