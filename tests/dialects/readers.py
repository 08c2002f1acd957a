"""Joints of a glTF or BVH file in each frame, read by numpy alone: what Pantin writes is held against this."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from tests.dialects.body import about, z_up
from tests.dialects.glb import chunk_of

WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def places_in(path: Path) -> dict[str, np.ndarray]:
    """Return where each joint or node is in the keys of the first animation (f, 3), Z up; of one name, the joint."""
    return _bvh(path.read_text("utf-8")) if path.suffix == ".bvh" else _glb(path.read_bytes())


def _glb(data: bytes) -> dict[str, np.ndarray]:
    plain, binary = json.loads(chunk_of(data)), data[28 + len(chunk_of(data)) :]
    nodes, moved, count = plain["nodes"], dict[tuple[int, str], np.ndarray](), 1
    for channel in plain["animations"][0]["channels"] if plain.get("animations") else ():
        sampler = plain["animations"][0]["samplers"][channel["sampler"]]
        moved[channel["target"]["node"], channel["target"]["path"]] = _numbers(plain, binary, sampler["output"])
        count = max(count, len(_numbers(plain, binary, sampler["input"])))
    found: dict[str, np.ndarray] = {}
    joints = {joint for skin in plain.get("skins", ()) for joint in skin["joints"]}

    def put(number: int, above: np.ndarray) -> None:
        node = nodes[number]
        rows = {path: moved.get((number, path), [node.get(path, rest)]) for path, rest in RESTS.items()}
        own = _matrices(*(np.broadcast_to(row, (count, len(row[0]))) for row in rows.values()))
        world = above @ (np.reshape(node["matrix"], (4, 4)).T if "matrix" in node else own)
        if node.get("name", "") not in found or number in joints:
            found[node.get("name", "")] = z_up(world[:, :3, 3])
        for child in node.get("children", ()):
            put(child, world)

    for root in plain["scenes"][plain.get("scene", 0)]["nodes"]:
        put(root, np.eye(4)[None])
    return found


RESTS = {"translation": (0.0, 0.0, 0.0), "rotation": (0.0, 0.0, 0.0, 1.0), "scale": (1.0, 1.0, 1.0)}


def _numbers(plain: dict[str, Any], binary: bytes, number: int) -> np.ndarray:
    accessor = plain["accessors"][number]
    view, width = plain["bufferViews"][accessor["bufferView"]], WIDTHS[accessor["type"]]
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    return np.frombuffer(binary, "<f4", accessor["count"] * width, start).reshape(-1, width).astype(float)


def _matrices(places: np.ndarray, turns: np.ndarray, scales: np.ndarray) -> np.ndarray:
    x, y, z, w = turns.T
    found = np.zeros((len(turns), 4, 4))
    found[:, 0, :3] = np.stack((1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)), -1)
    found[:, 1, :3] = np.stack((2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)), -1)
    found[:, 2, :3] = np.stack((2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)), -1)
    found[:, :3, :3] *= scales[:, None, :]
    found[:, :3, 3], found[:, 3, 3] = places, 1.0
    return found


def _bvh(text: str) -> dict[str, np.ndarray]:
    hierarchy, _, motion = text.partition("MOTION")
    rows = np.array([line.split() for line in motion.strip().splitlines()[2:]], float)
    found, stack, at = dict[str, np.ndarray](), list[tuple[np.ndarray, np.ndarray]](), 0
    name, offset = "", np.zeros(3)
    for words in (line.split() for line in hierarchy.splitlines()[1:] if line.strip()):
        if words[0] in ("ROOT", "JOINT", "End"):
            name = "" if words[0] == "End" else " ".join(words[1:])
        elif words[0] == "OFFSET":
            offset = np.array(words[1:], float)
            if not name:
                stack.append(stack[-1])
        elif words[0] == "CHANNELS":
            turns, places = stack[-1] if stack else (np.eye(3)[None], np.zeros((1, 3)))
            local, turn = np.tile(offset, (len(rows), 1)), np.repeat(np.eye(3)[None], len(rows), axis=0)
            for channel in words[2:]:
                if channel.endswith("position"):
                    local[:, "XYZ".index(channel[0])] = rows[:, at]
                else:
                    turn = turn @ [about(channel[0].lower(), angle) for angle in np.radians(rows[:, at])]
                at += 1
            found[name] = places + np.einsum("fij,fj->fi", np.broadcast_to(turns, turn.shape), local)
            stack.append((turns @ turn, found[name]))
        elif words[0] == "}":
            stack.pop()
    return {joint: z_up(places) for joint, places in found.items()}
