"""Random figures as a rigger builds them: a spine in the mirror plane with limbs beside it, sound before every edit.

@given(figures())
@relaxed
def test_something(document): ...
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import pi
from typing import Any

import numpy as np
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.rigs import Bone, Document, Ik, Rig, Transform
from pantin.rigs.collection import Collection
from pantin.rigs.figure import Figure
from pantin.rigs.limb import Limb
from pantin.rigs.pose import Pose
from pantin.rigs.problems import problems_of
from pantin.rigs.references import follow
from pantin.rigs.templates import TEMPLATES
from tests.rigs.random_constraints import constraints
from tests.rigs.strategies import joints, numbers, quaternions

STEP = st.tuples(numbers(0.05, 0.3), numbers(-0.3, 0.3), numbers(-0.3, 0.3))
"""From head to tail of a bone of a limb: always outwards, so that it has a length and a side."""
STEPS, BENDS = st.lists(STEP, min_size=1, max_size=3), st.lists(STEP, min_size=2, max_size=3)
UPWARDS = st.lists(st.tuples(st.just(0.0), numbers(-0.1, 0.1), numbers(0.1, 0.3)), min_size=1, max_size=3)
FEW, EITHER, POLE = st.integers(0, 2), st.booleans(), st.sampled_from(["pole.L", None])

_TRANSFORMS = st.builds(
    Transform,
    location=st.tuples(*[numbers(-0.5, 0.5)] * 3),
    rotation=quaternions(),
    scale=st.tuples(*[numbers(0.5, 2.0)] * 3),
)
_IN_PLANE = st.builds(
    lambda y, z, half: Transform(location=(0.0, y, z), rotation=(float(np.sin(half)), 0.0, 0.0, float(np.cos(half)))),
    numbers(-0.5, 0.5),
    numbers(-0.5, 0.5),
    numbers(-1.0, 1.0),
)
"""A pose of a middle bone that is its own mirror image: it moves in the plane, and nods."""
POSES = st.dictionaries(st.integers(0, 9), _TRANSFORMS, max_size=9)
NODS = st.dictionaries(FEW, _IN_PLANE, max_size=2)
"""Transforms by the place of a bone, counted round."""


@st.composite
def figures(draw: st.DrawFn, tied: bool = True) -> Document:
    """A spine with limbs on its left, posed; with `tied`, bones of the limbs have constraints of any kind but IK."""
    spine = _row("spine", None, (0.0, 0.0, 1.0), draw(UPWARDS), "")
    limbs = [_limb(draw, f"limb{n}", spine[draw(FEW) % len(spine)], ".L") for n in range(draw(FEW) + 1)]
    bones = [*spine, *(bone for limb in limbs for bone in limb)]
    called = [bone.name for bone in bones]
    aside = [bone.name for limb in limbs for bone in limb]
    any_constraint = constraints(called, owners=aside).filter(lambda c: not hasattr(c, "chain_length"))
    pose = {aside[row % len(aside)]: transform for row, transform in draw(POSES).items()}
    nods = {spine[row % len(spine)].name: transform for row, transform in draw(NODS).items()}
    rig = Figure(
        rig=Rig(
            bones=tuple(bones),
            constraints=tuple(draw(st.lists(any_constraint, max_size=4))) if tied else (),
            collections=(Collection("all", tuple(called)), Collection("arms.L", tuple(aside[:1]))),
            limbs=tuple(Limb(f"{limb[0].name}", "limb", tuple(bone.name for bone in limb)) for limb in limbs),
        ),
        pose=Pose({**pose, **nods}),
    )
    return Document.of(rig, selected=tuple(aside), active=aside[0])


@st.composite
def with_ik(draw: st.DrawFn) -> Document:
    """A figure with a limb of two or three bones on its left, bent forwards, with a handle within reach and a pole."""
    bend = draw(BENDS)
    bend = [(x, -abs(y) - 0.05 if row == 0 else abs(y) + 0.05, z) for row, (x, y, z) in enumerate(bend)]
    hips = Bone(name="hips", head=(0.0, 0.0, 0.9), tail=(0.0, 0.0, 1.1))
    limb = _row("limb", "hips", (0.1, 0.0, 0.9), bend, ".L", rolls=[draw(numbers(-pi, pi)) for _ in bend])
    x, y, z = limb[-1].tail
    handle = Bone(name="handle.L", head=(x, y, z), tail=(x, y - 0.1, z), kind="handle")
    pole = Bone(name="pole.L", head=(0.2, -1.5, 0.9), tail=(0.2, -1.6, 0.9), kind="pole")
    ik = Ik(
        owner=limb[-1].name,
        target="handle.L",
        pole=draw(POLE) if len(limb) == 2 else "pole.L",
        pole_angle=draw(numbers(-pi, pi)),
        chain_length=len(limb),
        rotation=False,
    )
    towards = (np.array(limb[0].head) - limb[-1].tail) * draw(numbers(0.05, 0.5))
    moved = Transform(location=tuple(np.linalg.solve(_axes(handle), towards).tolist()), rotation=draw(quaternions()))
    rig = Figure(rig=Rig(bones=(hips, *limb, handle, pole), constraints=(ik,)), pose=Pose({"handle.L": moved}))
    return Document.of(rig, selected=("handle.L",), active="handle.L")


def sound() -> st.SearchStrategy[Document]:
    """The figures to start from: `pantin check` finds no problem with any of them."""
    return st.sampled_from([Document.of(make()) for make in TEMPLATES.values()])


def names_in(document: Document) -> set[str]:
    """Every bone that the document names anywhere."""
    heard = _Hearing()
    follow(document, heard)
    return heard.names


def is_sound(document: Document) -> bool:
    """Every name is that of a bone, no two bones share one, and `pantin check` finds nothing."""
    called = [bone.name for bone in document.rig.bones]
    assert names_in(document) <= set(called)
    assert len(called) == len(set(called))
    assert problems_of(document.rig) == ()
    return True


class _Hearing(Mapping[str, str]):
    """New names for bones that are the old ones, and a list of who was asked for."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def get(self, name: Any, default: Any = None) -> Any:
        self.names |= {name} - {None}
        return default

    def __getitem__(self, name: str) -> str:
        return name

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def keys(self) -> Any:
        return _Anything()


class _Anything:
    def isdisjoint(self, others: Any) -> bool:
        return False


def _row(
    called: str, parent: str | None, start: Any, steps: list[Any], side: str, rolls: list[float] | None = None
) -> list[Bone]:
    bones: list[Bone] = []
    for row, step in enumerate(steps):
        end = tuple(a + b for a, b in zip(start, step, strict=True))
        bones.append(
            Bone(
                name=f"{called}_{'abc'[row]}{side}",
                parent=bones[-1].name if bones else parent,
                head=start,
                tail=end,
                roll=rolls[row] if rolls else 0.0,
                connected=bool(bones),
            )
        )
        start = end
    return bones


def _limb(draw: st.DrawFn, called: str, parent: Bone, side: str) -> list[Bone]:
    connected = draw(EITHER)
    start = parent.tail if connected else (0.1, 0.0, 1.0)
    steps = draw(STEPS)
    bones = _row(called, parent.name, start, steps, side, [draw(numbers(-pi, pi)) for _ in steps])
    first = replace(bones[0], connected=connected)
    return [replace(bone, joint=draw(joints()), inherit_rotation=draw(EITHER)) for bone in (first, *bones[1:])]


def _axes(bone: Bone) -> np.ndarray:
    from pantin.rigs.rest import rest_frame

    return rest_frame(bone.head, bone.tail, bone.roll)[:3, :3]
