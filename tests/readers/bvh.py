"""BVH read by numpy alone: joints, and how they stand in each frame, by products of matrices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


class Bvh:
    """A file: the names of its joints, those on which they hang, how they stand, and frames a second.

    `worlds` are matrices (f, n, 4, 4) in the file's own axes and units. End sites are no joints.
    """

    def __init__(self, text: str) -> None:
        hierarchy, _mark, motion = text.partition("MOTION")
        head, *rows = motion.split("Frame Time:")[1].strip().splitlines()
        self.rate = 1.0 / float(head)
        self.names: list[str] = []
        self.parents: list[int] = []
        numbers = np.array([row.split() for row in rows if row.strip()], float)
        stack, found = [-1], list[np.ndarray]()
        name, offset, column = "", np.zeros(3), 0
        for words in map(str.split, hierarchy.splitlines()):
            match words[:1]:
                case ["ROOT" | "JOINT"]:
                    name = " ".join(words[1:])
                case ["End"]:
                    name = ""
                case ["OFFSET"]:
                    offset = np.array(words[1:4], float)
                    if not name:
                        stack.append(-1)
                case ["CHANNELS"]:
                    count = int(words[1])
                    local = _local(offset, words[2:], numbers[:, column : column + count])
                    column += count
                    self.names.append(name)
                    self.parents.append(stack[-1])
                    found.append(local if stack[-1] < 0 else found[stack[-1]] @ local)
                    stack.append(len(found) - 1)
                case ["}"]:
                    stack.pop()
        self.worlds = np.stack(found, axis=1)


def _local(offset: np.ndarray, channels: Sequence[str], numbers: np.ndarray) -> np.ndarray:
    """Return how a joint stands on the one above (f, 4, 4): a place replaces its offset, rotations in their order."""
    found = np.tile(np.eye(4), (len(numbers), 1, 1))
    found[:, :3, 3] = offset
    for column, channel in enumerate(channels):
        axis = "XYZ".index(channel[0])
        if channel.endswith("position"):
            found[:, axis, 3] = numbers[:, column]
            continue
        i, j = (axis + 1) % 3, (axis + 2) % 3
        turn, angles = np.tile(np.eye(3), (len(numbers), 1, 1)), np.radians(numbers[:, column])
        turn[:, i, i] = turn[:, j, j] = np.cos(angles)
        turn[:, j, i], turn[:, i, j] = np.sin(angles), -np.sin(angles)
        found[:, :3, :3] = found[:, :3, :3] @ turn
    return found
