"""A file in centimetres stands in metres without a scale at its root: every vertex stays, also in motion."""

from __future__ import annotations

import numpy as np

from pantin.rigs.formats.converted.content import Animation, Content, Mesh, Node, Primitive, Skin, Target, Track
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.converted.metres import put_in_metres
from tests.readers.skinned import Skinned


def bound(scale: float = 0.01) -> Content:
    """A triangle on two joints and one that hangs on a joint, in centimetres, with a target and a clip."""
    corners = np.array(((0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (0.0, 90.0, 5.0)), np.float32)
    triangle = np.array(((0, 1, 2),), np.uint32)
    target = Target(np.array(((0.0, 3.0, 0.0), (0.0, 0.0, 0.0), (2.0, 0.0, 0.0)), np.float32))
    weights = np.array(((1.0, 0.0), (0.5, 0.5), (0.2, 0.8)), np.float32)
    skin = Primitive(corners, triangle, joints=np.array(((0, 1),) * 3, np.uint16), weights=weights, targets=(target,))
    binds = np.tile(np.eye(4), (2, 1, 1))
    binds[0, :3, 3], binds[1, :3, 3] = (0.0, -5.0, 1.0), (1.0, -60.0, 0.0)
    matrix = np.diag((2.0, 1.0, 1.0, 1.0))
    matrix[:3, 3] = (7.0, 0.0, 1.0)
    nodes = [
        Node("RootNode", translation=(0.5, 0.0, 0.0), scale=(scale,) * 3),
        Node("hip", 0, (0.0, 5.0, -1.0), (0.0, 0.6, 0.0, 0.8)),
        Node("knee", 1, (1.0, 55.0, 0.0), (0.28, 0.0, 0.0, 0.96), (1.5, 1.0, 1.0)),
        Node("body", 0, mesh=0, skin=0),
        Node("shield", 2, matrix=matrix, mesh=1),
    ]
    meshes = [Mesh("body", (skin,), ("up",), (0.5,)), Mesh("shield", (Primitive(corners, triangle),))]
    moves = np.array(((0.0, 5.0, -1.0), (30.0, 8.0, 2.0)))
    clip = Animation("go", np.array((0.0, 1.0)), (Track(1, "translation", moves),))
    return Content(nodes, meshes, [Skin((1, 2), binds)], animations=[clip])


def points(content: Content, seconds: float | None) -> np.ndarray:
    found = Skinned(glb_of(content))
    worlds = found.worlds() if seconds is None else found.worlds(0, seconds)
    return np.concatenate(list(found.vertices(worlds, {3: np.array((0.5,))}).values()))


def test_nothing_moves_and_the_root_has_no_scale() -> None:
    before, after = bound(), bound()
    put_in_metres(after)
    assert all(node.scale == (1.0, 1.0, 1.0) for node in after.nodes[:2])
    assert after.nodes[1].translation == (0.0, 0.05, -0.01) and after.nodes[0].translation == (0.5, 0.0, 0.0)
    for seconds in (None, 1.0):
        there = points(before, seconds)
        assert np.ptp(there, axis=0).max() > 0.5
        assert np.abs(points(after, seconds) - there).max() < 1e-6


def test_a_root_that_scales_in_a_clip_stays_as_it_is() -> None:
    content = bound()
    grows = Track(0, "scale", np.array(((0.01,) * 3, (0.02,) * 3)))
    content.animations = [Animation("grow", np.array((0.0, 1.0)), (grows,))]
    put_in_metres(content)
    assert content.nodes[0].scale == (0.01, 0.01, 0.01) and content.nodes[1].translation == (0.0, 5.0, -1.0)
