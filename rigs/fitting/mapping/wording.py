"""Why a bone was taken for a part of the body, in one clause."""

from __future__ import annotations

from pantin.rigs.fitting.found_body import FoundBody, Role, finger_of_role, part_of_role, side_of_role
from pantin.rigs.fitting.mapping.doubts import mirror_error
from pantin.rigs.fitting.mapping.evidence import Evidence
from pantin.rigs.fitting.mapping.rows import COUNTED, is_needed
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.messages import _, ngettext
from pantin.rigs.wording import quoted

MIRRORED = 0.01
"""Sides that differ by less than this part of the figure's size are mirror images."""


def reason(
    tree: Tree, body: FoundBody, evidence: Evidence, part: Role, bone: str | None, assigned: bool, doubt: str
) -> str:
    """The clause: assigned by hand, not found, its doubt, or what told the part and what agrees with that."""
    if assigned:
        return _("By hand") if bone else _("By hand: there is none")
    if bone is None:
        return _("Not found: choose its bone") if is_needed(body, part) else _("Not found, not needed")
    if doubt:
        return doubt
    taken_for = part if part == "chest" else next((role for role, name in body.bones.items() if name == bone), part)
    named, shaped = evidence.names.get(taken_for), evidence.shape.get(taken_for)
    if named == bone and shaped not in (None, bone):
        return _("Name; its shape would be that of {bone}").format(bone=quoted(shaped or ""))
    if named not in (None, bone):
        return _("Shape; {bone} is called so").format(bone=quoted(named or ""))
    source = _("Name") if named == bone else _("Shape alone") if shaped == bone else _("Its place")
    return "; ".join(filter(None, (source, _agreeing(tree, body, part))))


def _agreeing(tree: Tree, body: FoundBody, part: Role) -> str:
    """What can be seen of a part that agrees with its name."""
    kind, side = part_of_role(part), side_of_role(part)
    if kind == "chest":
        return ngettext("{count} bone of the back", "{count} bones of the back", len(body.spine)).format(
            count=len(body.spine)
        )
    if kind == "hips":
        return _("carries both legs")
    if kind == "head" and not body.neck:
        return _("no neck below it")
    if kind == "head":
        return ngettext("{count} bone below it", "{count} bones below it", len(body.neck)).format(count=len(body.neck))
    if kind == COUNTED:
        count = len({finger_of_role(role) for role in body.fingers if side_of_role(role) == side})
        return ngettext("{count} finger", "{count} fingers", count).format(count=count)
    error = mirror_error(tree, body, kind) if side else None
    if error is None:
        return ""
    if error <= MIRRORED * tree.size:
        return _("mirror images")
    return _("sides {part} % of the size apart").format(part=round(100.0 * error / tree.size))
