"""Controls in scripts: handles, poles and limits for a whole body, or for one limb."""

from __future__ import annotations

from msgspec.structs import replace

from pantin.app.scripting.usable import Told, public
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import known
from pantin.rigs.limb import LimbKind
from pantin.rigs.limb_kinds import kind_for
from pantin.solver.edits.limbs import limbs
from pantin.solver.edits.limbs.person_controls import fit_again, rig_person


@public
def fit(document: Document, told: Told | None = None) -> Document:
    """Return a loaded skeleton with the handles, poles and joint limits of the body that is found in it.

    It may be a person, an animal on four legs or a hand. Limbs that have controls already get new ones. `told` gets in
    a few words what was found. Raises Unusable where there is no body in it.
    """
    made, found = (fit_again if document.rig.limbs else rig_person)(document)
    if told is not None:
        told(found)
    return made


@public
def limb(document: Document, bone: str, kind: LimbKind | None = None, told: Told | None = None) -> Document:
    """Return the document with the controls of one limb, which ends in a bone: a hand, a foot, the last of a chain.

    The limb is the last of `rig.limbs`; its `controls` are the handle, then the pole. Nothing moves. `kind` is an IK
    limb, a spine, a tail and so on; without it the name of the bone decides. `told` gets in a few words what was
    decided.
    """
    name = known(document.rig, bone).name
    made, decided = limbs.make(replace(document, selected=(name,), active=name, ends=()), kind or kind_for([name]))
    if told is not None and decided:
        told(decided)
    return replace(made, selected=document.selected, active=document.active, ends=document.ends)
