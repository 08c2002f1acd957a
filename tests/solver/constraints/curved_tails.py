"""A tail on a curve."""

from __future__ import annotations

from pantin.rigs import Bone, Document, Rig, SplineIk, Transform
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.solver import evaluate

COUNT = 6

JOINTS = [f"j{n}" for n in range(COUNT)]


def tail(places: list[tuple[float, float, float]], **settings) -> Document:
    """Six bones of a metre along X, controls at these places, and a bone beside the last that it carries."""
    chain = [
        Bone(
            name=name,
            parent=JOINTS[n - 1] if n else None,
            head=(n, 0.0, 0.0),
            tail=(n + 1.0, 0.0, 0.0),
            connected=n > 0,
        )
        for n, name in enumerate(JOINTS)
    ]
    controls = [Bone(name=f"c{n}", head=(0.0, 0.0, 0.0), kind="handle") for n in range(len(places))]
    rider = Bone(name="rider", parent=JOINTS[-1], head=(6.0, 1.0, 0.0), tail=(7.0, 1.0, 0.0))
    pose = {bone.name: Transform(location=place) for bone, place in zip(controls, places, strict=True)}
    # a control rests along Z: its own axes are not those of the armature, so places are given in them
    turned = {name: Transform(location=in_rest_axes(each.location)) for name, each in pose.items()}
    points = tuple(bone.name for bone in controls)
    follow = SplineIk(owner=JOINTS[-1], points=points, chain_length=COUNT, **settings)
    return Document.of(Figure(rig=Rig(bones=(*chain, rider, *controls), constraints=(follow,)), pose=Pose(turned)))


def in_rest_axes(place: tuple[float, float, float]) -> tuple[float, float, float]:
    axes = evaluate(Document.of(Rig(bones=(Bone(name="one"),)))).matrix("one")[:3, :3]
    x, y, z = (axes.T @ place).tolist()
    return (x, y, z)


ARCH = [(0.0, 0.0, 0.0), (2.0, 0.0, 2.0), (5.0, 0.0, 0.0)]
