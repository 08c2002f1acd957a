"""A body and its motion as BVH: joints along the axes of the file, and angles in any order."""

from __future__ import annotations

import numpy as np

from tests.dialects.body import Body, Motion

END = 0.05
"""Metres from the last joint of a chain to its end."""


def written(body: Body, motion: Motion, names: dict[str, str], unit: float, order: str, upright: bool = True) -> str:
    """Return the text of a file in units of `unit` a metre, with Z up where it is not `upright`."""
    turn = np.eye(3) if upright else np.array(((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)))
    places, lines, sequence = unit * body.places @ turn.T, ["HIERARCHY"], list[int]()

    def put(row: int, depth: int) -> None:
        sequence.append(row)
        parent, pad = body.parents[row], "\t" * depth
        offset = places[row] - (places[parent] if parent >= 0 else 0.0)
        lines.extend([f"{pad}{'JOINT' if depth else 'ROOT'} {names[body.parts[row]]}", f"{pad}{{"])
        lines.append(f"{pad}\tOFFSET {numbers(offset)}")
        moves = "" if depth else "Xposition Yposition Zposition "
        turning = " ".join(f"{axis}rotation" for axis in order)
        lines.append(f"{pad}\tCHANNELS {3 if depth else 6} {moves}{turning}")
        below = body.children(row)
        for child in below:
            put(child, depth + 1)
        if not below:
            end = turn @ (0.0, 0.0, unit * END) if body.parts[row].startswith("toe") else offset / 2.0
            lines.extend([f"{pad}\tEnd Site", f"{pad}\t{{", f"{pad}\t\tOFFSET {numbers(end)}", f"{pad}\t}}"])
        lines.append(f"{pad}}}")

    put(0, 0)
    angles = np.degrees(angles_of(turn @ motion.turns[:, sequence] @ turn.T, order)).reshape(len(motion.hips), -1)
    rows = np.concatenate([unit * motion.hips @ turn.T, angles], axis=1)
    lines += ["MOTION", f"Frames: {len(rows)}", f"Frame Time: {1.0 / motion.rate:.8f}"]
    return "\n".join([*lines, *(numbers(row) for row in rows), ""])


def numbers(row: np.ndarray) -> str:
    return " ".join(f"{number:.7f}" for number in row)


def angles_of(turns: np.ndarray, order: str) -> np.ndarray:
    """Return angles (…, 3) about the axes of `order`, the first of which is outermost, of rotations (…, 3, 3)."""
    i, j, k = ("XYZ".index(axis) for axis in order)
    sign = 1.0 if (j - i) % 3 == 1 else -1.0
    middle = np.arcsin(np.clip(sign * turns[..., i, k], -1.0, 1.0))
    first = np.arctan2(-sign * turns[..., j, k], turns[..., k, k])
    last = np.arctan2(-sign * turns[..., i, j], turns[..., i, i])
    return np.stack([first, middle, last], axis=-1)
