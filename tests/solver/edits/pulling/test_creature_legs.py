"""Creatures drawn by hand: legs that end without a foot stand on their handles, and a pin on a handle holds."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs, solver
from pantin.resources import FOLDER
from pantin.rigs import Bone, Document, Rig
from pantin.rigs.editing.limbs import limbs_of
from pantin.rigs.editing.pins import leg_pins, pinned, released
from pantin.rigs.editing.selection import select
from pantin.rigs.fitting.hands import hands_of
from pantin.solver.edits.limbs import limbs
from pantin.solver.edits.pulling.pull import pull

ENDS = tuple(f"{place}_shin.{side}" for place in ("front", "hind") for side in "LR")


def spider() -> Document:
    """A body and four legs of two bones each, which end 5 cm above the floor, as they are drawn by eye."""
    bones = [Bone("body", head=(0.0, 0.0, 0.6), tail=(0.0, 0.0, 0.8))]
    for place, y in (("front", -0.3), ("hind", 0.3)):
        for side, x in (("L", 1.0), ("R", -1.0)):
            hip, knee, tip = (0.0, y, 0.8), (0.4 * x, y, 1.0), (0.8 * x, y, 0.05)
            bones.append(Bone(f"{place}.{side}", head=hip, tail=knee, parent="body"))
            bones.append(Bone(f"{place}_shin.{side}", head=knee, tail=tip, parent=f"{place}.{side}", connected=True))
    return Document.of(Rig(bones=tuple(bones)))


def with_legs(document: Document) -> Document:
    """The creature with a handle for each leg."""
    return limbs.make(select(document, ENDS), "limb")[0]


def standing(document: Document) -> Document:
    """The creature with legs that stand."""
    pins = leg_pins(document.rig, document.rig.limbs)
    return document.with_rig(document.rig.changed(pins=pins))


def tips(document: Document) -> np.ndarray:
    """Return where the legs end."""
    posed = solver.evaluate(document)
    return np.array([posed.tails[posed.index[name]] for name in ENDS])


def with_hips(document: Document) -> Document:
    """The creature with a bone more at the top of each leg."""
    bones = {bone.name: bone for bone in document.rig.bones}
    for name in ("front.L", "front.R", "hind.L", "hind.R"):
        leg = bones[name]
        _, y, z = leg.head
        bones[f"hip_{name}"] = Bone(
            f"hip_{name}", head=(0.0, y, z - 0.1), tail=(0.1 * np.sign(leg.tail[0]), y, z), parent="body"
        )
        bones[name] = replace(leg, head=bones[f"hip_{name}"].tail, parent=f"hip_{name}", connected=True)
    return document.with_rig(Rig(bones=tuple(bones.values())))


@pytest.mark.parametrize("drawn", [spider(), with_hips(spider())], ids=["of two bones", "of three bones"])
def test_legs_without_feet_stand_while_the_body_goes_down(drawn: Document) -> None:
    made = with_legs(drawn)
    stood = standing(made)
    assert {pin.bone for pin in stood.rig.pins} == {limb.controls[0] for limb in made.rig.limbs}
    for document, stay in ((stood, True), (made, False)):
        lower = pull(document, {"body": (0.0, 0.0, 0.45)})
        assert np.allclose(tips(lower), tips(document), atol=1e-4) == stay
        body = solver.evaluate(lower)
        assert body.heads[body.index["body"]] == pytest.approx((0.0, 0.0, 0.45), abs=1e-3)


def test_a_pinned_handle_holds_what_it_steers_and_can_be_pulled_itself() -> None:
    made = with_legs(spider())
    handle = limbs_of(made.rig, (ENDS[0],))[0].controls[0]
    held = pinned(made, (handle,), rotation=False)
    aside = pull(held, {"body": (0.1, 0.0, 0.6)})
    assert tips(aside)[0] == pytest.approx(tips(made)[0], abs=1e-4)
    assert np.abs(tips(aside) - tips(made)).max(axis=1)[1:].min() > 0.05
    lifted = pull(held, {ENDS[0]: (0.5, -0.3, 1.1)})
    assert tips(lifted)[0] == pytest.approx(tips(made)[0], abs=1e-3)


def test_a_leg_that_is_lifted_is_free_and_held_again_where_it_stands() -> None:
    stood = standing(with_legs(spider()))
    handle = limbs_of(stood.rig, (ENDS[0],))[0].controls[0]
    row = stood.rig.rows[handle]
    posed = solver.evaluate(stood)
    heads = posed.heads.copy()
    assert released(stood.rig, stood.ground, heads, posed.tails) == ()
    heads[row, 2] += 0.3
    assert released(stood.rig, stood.ground, heads, posed.tails) == (handle,)


def test_what_ends_in_the_air_or_in_a_foot_has_no_pin_on_its_handle() -> None:
    figure = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")
    bare = figure.with_rig(figure.rig.changed(pins=()))
    assert {pin.bone for pin in leg_pins(bare.rig, bare.rig.limbs)} <= {"foot.L", "foot.R"}
    high = spider()
    up = [replace(b, head=(*b.head[:2], b.head[2] + 2), tail=(*b.tail[:2], b.tail[2] + 2)) for b in high.rig.bones]
    flying = with_legs(high.with_rig(Rig(bones=tuple(up))))
    assert leg_pins(flying.rig, flying.rig.limbs) == ()


def test_the_legs_of_a_creature_are_no_fingers() -> None:
    assert hands_of(spider().rig) == ()


def test_the_first_bone_of_a_leg_means_the_leg_and_not_the_body() -> None:
    whole = limbs.make(select(spider(), ("front.L",)), "limb")[0].rig.limbs
    assert [limb.bones for limb in whole] == [("front.L", "front_shin.L")]
