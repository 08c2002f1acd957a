"""The declarations of the fields: what forms, the schema and renaming read from them."""

from __future__ import annotations

import gc
import typing

import pytest

from pantin.rigs import Bone, Ik, Joint, Transform
from pantin.rigs.constraints import Constraint
from pantin.rigs.fields import field_named, fields_of
from pantin.rigs.joint import Locks

MODELS = (Transform, Joint, Bone, *typing.get_args(Constraint))


@pytest.mark.parametrize("model", MODELS)
def test_every_field_explains_itself(model) -> None:
    for declared in fields_of(model):
        assert declared.title and declared.title[0].isupper() and not declared.title.endswith(".")
        assert declared.help.endswith(".")


@pytest.mark.parametrize("model", MODELS)
def test_defaults_lie_within_the_range(model) -> None:
    for declared in fields_of(model):
        if declared.kind in ("number", "count"):
            assert declared.lower is None or declared.lower <= declared.default
            assert declared.upper is None or declared.default <= declared.upper


def test_what_is_declared_is_found() -> None:
    chain = field_named(Ik, "chain_length")
    assert (chain.title, chain.kind, chain.unit, chain.step, chain.lower, chain.upper) == (
        "Chain",
        "count",
        "bones",
        1,
        0,
        1000,
    )
    location = field_named(Transform, "location")
    assert location.lower is None and location.upper is None
    target = field_named(Ik, "target")
    assert (target.kind, target.refers_to, target.optional, target.default) == ("bone", "bone", True, None)
    assert field_named(Bone, "kind").choices == ("bone", "handle", "pole")
    assert field_named(Joint, "limit").kind == "axis_limits"
    with pytest.raises(KeyError, match="declares no field"):
        field_named(Ik, "colour")


def test_values_that_hold_no_cycles_are_not_searched_for_them() -> None:
    values = Bone(name="bone"), Transform(), Joint(), Locks()
    assert not any(map(gc.is_tracked, values))
