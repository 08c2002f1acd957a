"""Limbs of straight chains: where they bend, and that they do not roll."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import (
    Document,
    Rig,
    Transform,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.problems import problems_of
from pantin.solver import evaluate
from pantin.solver.edits.limbs.limbs import make
from tests.solver.edits.limbs.limb_documents import STILL, selecting, shifted
from tests.solver.sample_chains import (
    bone,
    rotation,
)


@pytest.mark.parametrize(
    ("names", "way"), ((("thigh.L", "shin.L", "foot.L"), -1.0), (("upper_arm.L", "forearm.L", "hand.L"), 1.0))
)
def test_a_straight_limb_bends_as_the_body_does(names, way) -> None:
    """Knees go forward, elbows back, and no bone rolls on the way."""
    document = selecting(Document.of(Rig(bones=straight(*names))), names[-1])
    made, note = make(document, "limb")
    assert ("forward, as legs do" if way < 0 else "back, as arms do") in note
    assert problems_of(made.rig) == ()
    assert shifted(document, made) < 0.01
    handle, joint = made.rig.limbs[0].controls[0], names[1]
    raised = evaluate(with_transforms(made, {handle: Transform(location=(0.0, 0.0, 0.3))}))
    knee = raised.heads[raised.index[joint]]
    assert knee[1] * way > 0.2
    assert abs(knee[0]) < 1e-6


def test_a_straight_chain_bends_as_the_one_on_the_other_side() -> None:
    def side(x: float, letter: str, bend: float):
        a, b, c = (x, 0, 1), (x + bend * np.sign(x), 0, 0.5), (x, 0, 0)
        one = bone(f"one.{letter}", a, b)
        return one, bone(f"two.{letter}", b, c, parent=one.name, connected=True)

    document = selecting(Document.of(Rig(bones=(*side(0.3, "L", 0.0), *side(-0.3, "R", 0.1)))), "two.L")
    made, note = make(document, "limb")
    assert note == "two.L: two.L bends as on the other side"
    assert made.rig.by_name["one_pole.L" if "one_pole.L" in made.rig.by_name else "two_pole.L"].head[0] > 0.5


def test_where_nothing_tells_the_side_somebody_is_asked() -> None:
    document = selecting(Document.of(Rig(bones=straight("one", "two"))), "two")
    with pytest.raises(ValueError, match="click the side"):
        make(document, "limb")
    made, _ = make(document, "limb", asked=(1.0, 0.0, 0.0))
    assert made.rig.by_name["two_pole"].head[0] > 0.4


@pytest.mark.parametrize("roll", (0.0, 0.4, 2.0))
def test_a_chain_that_is_posed_straight_does_not_roll(roll) -> None:
    """Bent at rest, its joint opened all the way: the pole stands where the bones are not turned by it."""
    thigh = bone("one", (0, 0, 1), (0, -0.1, 0.5), roll=roll)
    shin = bone("two", thigh.tail, (0, 0, 0), parent="one", connected=True)
    rest = selecting(Document.of(Rig(bones=(thigh, shin))), "two")
    open_by = evaluate(rest).matrix("two")[:3, :3].T @ np.array((-2.0 * np.arctan(0.2), 0.0, 0.0))
    stretched = with_transforms(rest, {"two": Transform(rotation=rotation(open_by))})
    stands = evaluate(stretched)
    assert np.linalg.norm(np.cross(stands.matrix("one")[:3, 1], stands.matrix("two")[:3, 1])) < 1e-12
    made, _ = make(stretched, "limb")
    assert shifted(stretched, made) <= STILL


def straight(*names: str):
    """Bones that hang straight down from 0, 0, 1; the last runs forward if there are three."""
    places = [(0, 0, 1.0), (0, 0, 0.5), (0, 0, 0.0), (0, -0.2, 0.0)]
    return tuple(
        bone(name, places[i], places[i + 1], parent=names[i - 1] if i else None, connected=i > 0)
        for i, name in enumerate(names)
    )
