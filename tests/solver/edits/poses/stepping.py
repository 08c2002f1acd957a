"""Legs that swing, with knees that bend about another axis than their hinges and are straight for half of the time."""

from __future__ import annotations

import numpy as np

from pantin.rigs.clip import Clip

FRAMES, STRAIGHT = 60, 0.29
"""Frames of the clip, and how far a shin of the figure turns forward from rest for a straight leg, radians."""


def turned(*about: tuple[str, float]) -> tuple[float, float, float, float]:
    """Return rotations about axes, each after those before it, as a quaternion [x, y, z, w]."""
    found = np.array((0.0, 0.0, 0.0, 1.0))
    for axis, angle in about:
        turn = np.zeros(4)
        turn["xyz".index(axis)], turn[3] = np.sin(0.5 * angle), np.cos(0.5 * angle)
        (x, y, z, w), (a, b, c, d) = turn, found
        found = np.array(
            (
                w * a + x * d + y * c - z * b,
                w * b - x * c + y * d + z * a,
                w * c + x * b - y * a + z * d,
                w * d - x * a - y * b - z * c,
            )
        )
    x, y, z, w = found.tolist()
    return (x, y, z, w)


def stepping(off: float, sway: float) -> Clip:
    """Return both legs swinging, their knees straight for half of the time, bent about an axis `off` their hinge.

    Straight knees sway by chance to either side, as recorded ones do. Radians.
    """
    chance, tracks = np.random.default_rng(3), {}
    for side in "LR":
        swings = 0.35 * np.sin(np.linspace(0.0, 2.0 * np.pi, FRAMES) + (0.0 if side == "L" else np.pi))
        bends = np.maximum(0.0, 1.2 * np.sin(np.linspace(0.0, 4.0 * np.pi, FRAMES)))
        about = off if side == "L" else -off
        tracks[f"thigh.{side}"] = [turned(("x", swing)) for swing in swings]
        tracks[f"shin.{side}"] = [
            turned(("x", STRAIGHT), ("y", -about), ("x", -bend), ("z", float(chance.normal(0.0, sway))), ("y", about))
            for bend in bends
        ]
        tracks[f"foot.{side}"] = [turned(("x", 0.1 * swing)) for swing in swings]
    return Clip.of(
        "step", 30.0, list(tracks), [[(0, 0, 0, *at[n], 1, 1, 1) for at in tracks.values()] for n in range(FRAMES)]
    )
