"""The leg with a limb that edits of the rest pose are tried on, and the bones that they are tried with."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.rigs import (
    Document,
)
from pantin.rigs.collection import Collection
from pantin.rigs.document import End
from pantin.rigs.limb import Limb
from tests.rigs.samples import leg
from tests.rigs.strategies import relaxed

a_few = settings(relaxed, max_examples=relaxed.max_examples // 2)
"""For what is asked of every edit."""

LEG = Document.of(
    leg(),
    selected=("shin.L",),
    active="shin.L",
    ends=(End("shin.L", "tail"),),
).with_rig(
    replace(
        leg().rig,
        collections=(Collection("Legs", ("thigh.L", "shin.L")),),
        limbs=(Limb("leg.L", "limb", ("thigh.L", "shin.L"), ("foot_ik.L", "knee_pole.L")),),
    )
)
IK = LEG.rig.constraints[0]


def drawn_names(data: st.DataObject, document: Document) -> list[str]:
    called = [bone.name for bone in document.rig.bones]
    return data.draw(st.lists(st.sampled_from(called), min_size=1, max_size=4, unique=True))


def place(document: Document, name: str) -> tuple[object, ...]:
    bone = document.rig.by_name[name]
    return bone.head, bone.tail
