"""Rigs without bones, without length, very small and very large: all are painted without complaint."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.document import Document
from pantin.rigs.rig import Bone, Rig
from pantin.solver import Posed, rest_pose
from pantin.viewport.figure.mannequin import ONE_DETAIL_FROM, mannequin
from pantin.viewport.paint.opengl import tiles
from pantin.viewport.scene.scene import Display, Scene
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.overlay import Overlay
from tests.viewport.pictures import (
    HEIGHT,
    REST,
    RIG,
    WIDTH,
    painted,
    scene,
)


@pytest.fixture(autouse=True)
def screen(qapp) -> None:
    """A real screen with OpenGL."""


RIGS = {
    "no bones": (),
    "one bone": (Bone(name="a", head=(0, 0, 0), tail=(0, 0, 1)),),
    "no length": (Bone(name="a", head=(0, 0, 1), tail=(0, 0, 1)),),
    "1 cm": (
        Bone(name="a", head=(0, 0, 0), tail=(0, 0, 0.005)),
        Bone(name="b", parent="a", head=(0, 0, 0.005), tail=(0, 0, 0.01)),
    ),
    "100 m": (
        Bone(name="a", head=(0, 0, 0), tail=(0, 0, 50)),
        Bone(name="b", parent="a", head=(0, 0, 50), tail=(0, 0, 100)),
    ),
    "all hidden": (Bone(name="a", head=(0, 0, 0), tail=(0, 0, 1), hidden=True),),
    "a handle alone": (Bone(name="h", head=(0, 0, 0), tail=(0, 0.1, 0), kind="handle"),),
}


@pytest.mark.parametrize("name", RIGS)
@pytest.mark.parametrize("figure", ["wood", "x-ray", "off"])
@pytest.mark.parametrize("style", ["octahedra", "sticks", "wire"])
def test_odd_rigs_are_painted_without_complaint(name: str, figure: str, style: str) -> None:
    rig = Rig(bones=RIGS[name])
    ends = [point for bone in rig.bones for point in (bone.head, bone.tail)] or [(0, 0, 0), (0, 0, 1)]
    display = Display(style, figure=figure, names=True, axes=True, in_front=False)
    pose = rest_pose(rig)
    with np.errstate(all="raise", under="ignore"):
        seen = scene(Document.of(rig), pose, Overlay(ghost=pose.matrices), display=display)
        pixels = painted(seen, Camera().frame(ends, WIDTH, HEIGHT))
    assert pixels.std() > 0


def test_a_bone_scaled_to_nothing_is_painted_without_complaint() -> None:
    matrices = REST.copy()
    matrices[5:8, :3, :3] = 0.0
    with np.errstate(all="raise", under="ignore"):
        for figure in ("wood", "off"):
            painted(
                scene(
                    Document.of(RIG), Posed(RIG.bones, matrices), display=Display(figure=figure, names=True, axes=True)
                )
            )


@pytest.mark.parametrize("orthographic", [False, True])
def test_the_tiles_of_a_crowd_hold_those_of_its_parts(monkeypatch, orthographic: bool) -> None:
    camera = Camera(distance=3.0, orthographic=orthographic)
    seen = scene(Document.of(RIG), rest_pose(RIG))
    exact = _tiled(_covered(seen, camera))
    monkeypatch.setattr(tiles, "EXACT", 0)  # spheres around the parts, as for thousands of them
    assert exact.any()
    assert _tiled(_covered(seen, camera))[exact].all()


def _covered(seen: Scene, camera: Camera) -> tiles.Cover:
    bones = tiles.covered_by_bones(seen.bones, camera, WIDTH, HEIGHT)
    return tiles.covered(seen.figures, camera, WIDTH, HEIGHT) | bones


def _tiled(found: tiles.Cover) -> np.ndarray:
    pixels = np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
    boxes = found.boxes(WIDTH, HEIGHT, (0, 0, WIDTH, HEIGHT))
    for left, bottom, width, height in np.concatenate([*boxes.values()]).tolist():
        pixels[bottom : bottom + height, left : left + width] = True
    return pixels


def test_parts_of_a_crowd_cast_no_shadows_on_each_other() -> None:
    bones = tuple(Bone(name=str(n), head=(n, 0, 0), tail=(n, 0, 1)) for n in range(ONE_DETAIL_FROM + 1))
    figure = mannequin(Rig(bones=bones))
    assert not len(figure.capsules.rows)
    assert mannequin(Rig(bones=bones), 0.5) is figure
