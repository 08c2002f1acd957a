"""Animals made of capsules around bones: where each joint is, is known."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from pantin.rigs.templates.draft import vector
from tests.rigs.bodies.capsules import Floats, Mesh, capsule, joined

FRONT_LEG = {
    "upper_arm": (0.10, -0.42, 0.68),
    "forearm": (0.11, -0.30, 0.52),
    "front_paw": (0.11, -0.34, 0.24),
    "front_toe": (0.11, -0.37, 0.05),
}
HIND_LEG = {
    "thigh": (0.10, 0.40, 0.72),
    "shin": (0.11, 0.34, 0.50),
    "hock": (0.11, 0.52, 0.29),
    "hind_paw": (0.11, 0.47, 0.09),
}
BACK = {
    "hips": (0.0, 0.46, 0.77),
    "chest": (0.0, -0.10, 0.78),
    "neck_1": (0.0, -0.42, 0.80),
    "head": (0.0, -0.66, 1.08),
}
NOSE, TAIL_TIP = (0.0, -0.98, 0.98), (0.0, 1.02, 0.62)


def four_legged(tail: bool = True) -> tuple[Mesh, dict[str, Floats]]:
    """Return an animal of 86 cm at the back, which looks along -Y, and its joints."""
    joints = {name: np.array(place) for name, place in BACK.items()} | {"nose": np.array(NOSE)}
    pieces = [
        capsule((0.0, -0.36, 0.69), (0.0, 0.40, 0.71), 0.16),
        capsule(BACK["neck_1"], BACK["head"], 0.09),
        capsule(BACK["head"], (0.0, -0.92, 0.99), 0.07),
    ]
    if tail:
        joints["tail"] = np.array(TAIL_TIP)
        pieces.append(capsule((0.0, 0.52, 0.76), TAIL_TIP, 0.035))
    for side, sign in (("L", 1.0), ("R", -1.0)):
        for leg, toes in ((FRONT_LEG, "front_toe"), (HIND_LEG, "hind_paw")):
            places = [np.array(place) * (sign, 1.0, 1.0) for place in leg.values()]
            joints |= {f"{name}.{side}": place for name, place in zip(leg, places, strict=True)}
            pieces += [capsule(one, other, 0.045) for one, other in pairwise(places[1:])]
            pieces.append(capsule(places[0], places[1], 0.07))
            tip = joints[f"{toes}.{side}"] * (1.0, 1.0, 0.0) + vector(0.0, -0.06, 0.04)
            pieces += [capsule(places[-1], tip * (1.0, 1.0, 0.0) + vector(0.0, 0.06, 0.045), 0.04)]
            pieces.append(capsule(tip + vector(0.0, 0.06, 0.0), tip, 0.038))
    return joined(pieces), joints


WING = {"upper_arm": (0.07, -0.06, 0.42), "hand": (0.36, -0.05, 0.46), "tip": (0.68, 0.10, 0.44)}
BIRD_LEG = {"thigh": (0.05, 0.06, 0.34), "hock": (0.06, 0.10, 0.17), "foot": (0.06, 0.03, 0.03)}


def bird() -> tuple[Mesh, dict[str, Floats]]:
    """Return a bird with spread wings, which looks along -Y, and its joints."""
    joints = {
        "beak": np.array((0.0, -0.40, 0.50)),
        "head": np.array((0.0, -0.25, 0.52)),
        "tail": np.array((0.0, 0.46, 0.36)),
    }
    pieces = [
        capsule((0.0, -0.08, 0.40), (0.0, 0.10, 0.38), 0.09),
        capsule((0.0, -0.12, 0.44), joints["head"], 0.05),
        capsule(joints["head"], joints["beak"], 0.022),
        capsule((0.0, 0.16, 0.38), joints["tail"], 0.03),
    ]
    for side, sign in (("L", 1.0), ("R", -1.0)):
        wing, leg = ([np.array(at) * (sign, 1.0, 1.0) for at in each.values()] for each in (WING, BIRD_LEG))
        joints |= {f"{name}.{side}": place for name, place in zip((*WING, *BIRD_LEG), (*wing, *leg), strict=True)}
        for one, other in ((wing[0], wing[1]), (wing[1], wing[2])):
            behind = [vector(0.0, way, 0.0) for way in (0.0, 0.05, 0.10)]
            pieces += [capsule(one + way, other + way / 2, 0.025) for way in behind]
        pieces += [capsule(leg[0], leg[1], 0.025), capsule(leg[1], leg[2], 0.018)]
        pieces.append(
            capsule(leg[2] * (1.0, 1.0, 0.0) + vector(0.0, 0.0, 0.02), leg[2] + vector(0.0, -0.10, -0.01), 0.02)
        )
    return joined(pieces), joints


def folded_bird() -> Mesh:
    """Return a bird that stands with its wings at its sides, which looks along -Y: 50 cm tall, 80 cm long."""
    pieces = [
        capsule((0.0, -0.10, 0.33), (0.0, 0.10, 0.27), 0.09),
        capsule((0.0, -0.14, 0.36), (0.0, -0.22, 0.44), 0.05),
        capsule((0.0, -0.22, 0.45), (0.0, -0.26, 0.45), 0.055),
        capsule((0.0, -0.28, 0.44), (0.0, -0.38, 0.42), 0.018),
        capsule((0.0, 0.16, 0.24), (0.0, 0.42, 0.15), 0.03),
    ]
    for sign in (1.0, -1.0):
        pieces += [capsule((0.08 * sign, -0.1, z), (0.06 * sign, 0.3, z - 0.1), 0.025) for z in (0.30, 0.34)]
        pieces += [capsule((0.05 * sign, 0.02, 0.2), (0.05 * sign, 0.02, 0.03), 0.016)]
        pieces += [capsule((0.05 * sign, 0.03, 0.02), (0.05 * sign, -0.08, 0.015), 0.015)]
    return joined(pieces)


def snake() -> Mesh:
    """Return a chain that winds, 2 m long, stouter at the head, which looks along -Y."""
    places = [np.array((0.12 * np.sin(5.0 * part), 2.0 * part - 1.0, 0.06)) for part in np.linspace(0.0, 1.0, 21)]
    radii = np.linspace(0.07, 0.02, 21)
    return joined(capsule(one, other, radius) for one, other, radius in zip(places, places[1:], radii, strict=False))


def of_boxes() -> Mesh:
    """Return an animal of boxes, which looks along -Y: 1.2 m at the back, a flat snout, a tail that hangs down."""
    pieces = [box((-0.3, -0.8, 0.6), (0.3, 0.6, 1.2)), box((-0.22, -1.2, 1.0), (0.22, -0.75, 1.5))]
    pieces.append(box((-0.05, 0.6, 0.7), (0.05, 0.7, 1.15)))
    for sign in (1.0, -1.0):
        low, high = 0.2 * sign - 0.1, 0.2 * sign + 0.1
        pieces += [box((low, y - 0.1, 0.0), (high, y + 0.1, 0.65)) for y in (-0.65, 0.45)]
    return joined(pieces)


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Mesh:
    """Return the surface of a box."""
    sides = np.array([low, high])
    points = np.array([[sides[x, 0], sides[y, 1], sides[z, 2]] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    quads = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    return points, np.array([corners for a, b, c, d in quads for corners in ((a, b, c), (a, c, d))])


def cat() -> Mesh:
    """Return an animal that looks along -Y, with its head low and its tail straight up, higher than that."""
    pieces = [capsule((0.0, -0.25, 0.3), (0.0, 0.25, 0.3), 0.1), capsule((0.0, -0.33, 0.36), (0.0, -0.42, 0.40), 0.085)]
    pieces.append(capsule((0.0, 0.33, 0.33), (0.0, 0.42, 0.75), 0.025))
    for sign in (1.0, -1.0):
        pieces += [capsule((0.07 * sign, y, 0.25), (0.07 * sign, y, 0.03), 0.03) for y in (-0.24, 0.24)]
    return joined(pieces)
