"""Other people's robots: every link is where the chain of its origins leads, by a reader of the test's own."""

from __future__ import annotations

from math import cos, sin
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.others.samples import SAMPLES, sample

ROBOTS = sorted((SAMPLES / "urdf").glob("*.urdf"))


def turned(rpy: list[float]) -> np.ndarray:
    """Return the rotation of URDF's fixed angles, written out."""
    (a, b, c), (p, q, r) = map(cos, rpy), map(sin, rpy)
    return np.array(
        (
            (c * b, c * q * p - r * a, c * q * a + r * p),
            (r * b, r * q * p + c * a, r * q * a - c * p),
            (-q, b * p, b * a),
        )
    )


def places(path: Path) -> dict[str, np.ndarray]:
    """Return where each link is at zero (3,)."""
    joints = {}
    for joint in ElementTree.parse(path).getroot().iterfind("joint"):
        origin = joint.find("origin")
        said = {} if origin is None else origin.attrib
        numbers = [[float(word) for word in said.get(name, "0 0 0").split()] for name in ("xyz", "rpy")]
        parent, child = joint.find("parent"), joint.find("child")
        assert parent is not None and child is not None
        joints[child.get("link")] = parent.get("link"), np.array(numbers[0]), turned(numbers[1])

    def frame(link: str | None) -> tuple[np.ndarray, np.ndarray]:
        if link not in joints:
            return np.zeros(3), np.eye(3)
        above, place, turn = joints[link]
        at, axes = frame(above)
        return at + axes @ place, axes @ turn

    links = [each.get("name") for each in ElementTree.parse(path).getroot().iterfind("link")]
    return {str(link): frame(link)[0] for link in links}


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda path: path.stem)
def test_links_are_where_their_origins_lead(robot: Path) -> None:
    bones = sample(robot.relative_to(SAMPLES)).rig.by_name
    expected = places(robot)
    assert bones.keys() == expected.keys()
    size = max(float(np.ptp(list(expected.values()), axis=0).max()), 1e-9)
    for link, place in expected.items():
        np.testing.assert_allclose(bones[link].head, place, atol=1e-6 * size)
