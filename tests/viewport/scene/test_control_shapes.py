"""Shapes and colours of bones: what is drawn instead of a bone, how it is picked, that it is seen in both themes."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import msgspec
import numpy as np
import pytest

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.collecting import hide_collection, make_collection, solo_collection
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, BoneColour, BoneShape, Rig
from pantin.solver import rest_pose
from pantin.viewport.picking.picking import pick
from pantin.viewport.picking.targets import targets
from pantin.viewport.scene import scene_builder
from pantin.viewport.scene.outlines import OUTLINES
from pantin.viewport.scene.scene import Backdrop, Display, Scene
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.colours import DARK, LIGHT, Colours
from pantin.viewport.values.stage import Look
from pantin.widgets.theme import theme
from tests.viewport.pictures import CAMERA, HEIGHT, WIDTH, painted, scene
from tests.viewport.stages import look_at
from tests.widgets import sight

SHAPES = [shape for shape in get_args(BoneShape) if shape != "auto"]
COLOURS = [colour for colour in get_args(BoneColour) if colour != "auto"]
LENS = Lens(CAMERA, WIDTH, HEIGHT)


def one(**look) -> Document:
    """One upright bone of 40 cm, beside another one."""
    bone = Bone(name="bone", head=(0.0, 0.0, 0.8), tail=(0.0, -0.05, 1.2), **look)
    return Document.of(Rig(bones=(bone, Bone(name="other", head=(0.6, 0.0, 0.8), tail=(0.6, 0.0, 1.2)))))


def seen(document: Document, colours: Colours = DARK, bones: str = "octahedra", figure: str = "off") -> Scene:
    standing = rest_pose(document.rig)
    return scene(document, standing, colours=colours, display=Display(bones=bones, figure=figure))


def tinted(before: np.ndarray, after: np.ndarray, colour: tuple[int, ...]) -> bool:
    """Return whether the pixels in which two pictures differ, some ten at least, have more of a colour in the
    second."""
    changed = np.abs(after - before).max(axis=2) > 12
    tint = np.array(colour[:3]) - np.mean(colour[:3])
    return (
        changed.sum() > 10 and float((after - before)[changed].mean(axis=0) @ tint) > 0.25 * float(tint @ tint) ** 0.5
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_as_long_as_the_bone_and_lies_about_it(shape: str) -> None:
    lines = OUTLINES[shape]
    assert lines.shape[1:] == (2, 3)
    assert np.ptp(lines.reshape(-1, 3), axis=0).max() == pytest.approx(1.0, abs=0.02)
    assert np.abs(lines.reshape(-1, 3)).max() <= 1.0


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["bone", "handle", "pole"])
def test_a_shape_stands_for_the_bone_and_grows_with_its_size(shape: str, kind: str) -> None:
    shown = seen(one(shape=shape, kind=kind, shape_size=1.5))
    [control] = [control for control in shown.controls if control.name == "bone"]
    assert (control.shape, control.role) == (shape, kind)
    assert control.radius == pytest.approx(1.5 * np.hypot(0.05, 0.4))
    np.testing.assert_allclose(control.axes, rest_matrices(one().rig.bones)[0])
    assert [shown.names[row] for row in shown.bones.rows] == ["other"]


def test_auto_draws_bones_as_bones_handles_as_rings_and_poles_as_diamonds() -> None:
    assert not seen(one()).controls
    assert [control.shape for control in seen(one(kind="handle")).controls] == ["ring"]
    assert [control.shape for control in seen(one(kind="pole")).controls] == ["diamond"]
    ring = seen(one(kind="handle", shape_size=2.0)).controls[0].radius
    assert ring == pytest.approx(2.0 * seen(one(kind="handle")).controls[0].radius)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_picked_by_its_lines(shape: str) -> None:
    look = look_at(one(shape=shape, kind="handle"))
    axes = np.asarray(look.evaluated.matrices[0])
    length = np.hypot(0.05, 0.4)
    lines = length * OUTLINES[shape] @ axes[:3, :3].T + axes[:3, 3]
    for line in lines[:: max(len(lines) // 5, 1)]:
        x, y, _ = LENS.project(line.mean(axis=0))[0]
        hit = pick(targets(look), LENS, x + 2, y)
        assert hit is not None and hit.bone == "bone"


def test_a_bone_behind_its_shape_is_not_picked_beside_its_lines() -> None:
    shaped = one(shape="circle", shape_size=3.0)
    bare = msgspec.structs.replace(shaped.rig.bones[0], name="ctrl_ik")
    look = look_at(Document.of(Rig(bones=(bare,))))
    x, y, _ = LENS.project(np.array([0.0, -0.025, 1.0]))[0]
    assert pick(targets(look), LENS, x, y) is None, "it is no part of a body, and only its circle is seen"
    editing = Look(look.document, look.evaluated, in_rest_pose=True)
    assert pick(targets(editing), LENS, x, y).bone == "ctrl_ik", "at rest it is a bone again"


def test_while_the_rest_pose_is_edited_bones_are_drawn_as_bones() -> None:
    document = one(shape="cube")
    standing = rest_pose(document.rig)
    shown = scene(document, standing, backdrop=Backdrop(document.rig, standing.matrices))
    assert [shown.names[row] for row in shown.bones.rows] == ["bone", "other"] and not shown.controls


@pytest.mark.parametrize(("most", "count"), [(2, 4), (1, 0)])
def test_ends_of_selected_bones_are_marked_unless_there_are_too_many(most: int, count: int, monkeypatch) -> None:
    monkeypatch.setattr(scene_builder, "MOST_JOINED", most)
    document = msgspec.structs.replace(one(), selected=("bone", "other"))
    standing = rest_pose(document.rig)
    assert len(scene(document, standing, backdrop=Backdrop(document.rig, standing.matrices)).joints) == count


@pytest.mark.parametrize("colours", [DARK, LIGHT])
@pytest.mark.parametrize("colour", COLOURS)
def test_a_bone_is_drawn_in_its_colour_however_bones_are_shown(qapp, colours: Colours, colour: str) -> None:
    role = colours.role(colour)
    for bones, figure in (("octahedra", "off"), ("sticks", "off"), ("wire", "wood")):
        plain = painted(seen(one(), colours, bones, figure))
        assert tinted(plain, painted(seen(one(colour=colour), colours, bones, figure)), role) or colour == "grey"
    plain = painted(seen(one(shape="square"), colours))
    assert tinted(plain, painted(seen(one(colour=colour, shape="square"), colours)), role) or colour == "grey"


def test_marks_win_over_colours() -> None:
    document = msgspec.structs.replace(one(colour="red"), selected=("bone",), active="bone")
    assert tuple(seen(document).bones.colours[0][:3]) == DARK.accent_text[:3]


@pytest.mark.parametrize("worn", theme.THEMES.values(), ids=list(theme.THEMES))
@pytest.mark.parametrize("colour", COLOURS)
def test_every_colour_stands_out_from_the_background_and_the_panels(worn: theme.Theme, colour: str) -> None:
    for ground in (worn.ground, worn.ground_edge, worn.panel, worn.field):
        assert sight.contrast(getattr(worn, colour), ground) > 3.0


@pytest.mark.parametrize("worn", theme.THEMES.values(), ids=list(theme.THEMES))
@pytest.mark.parametrize("blindness", sight.BLINDNESS)
def test_colours_are_told_apart_with_each_colour_blindness(worn: theme.Theme, blindness: str) -> None:
    apart = {
        (one, other): sight.distance(getattr(worn, one), getattr(worn, other), blindness)
        for one, other in combinations(COLOURS, 2)
    }
    assert min(apart.values()) > 17, min(apart, key=apart.get)


def test_what_a_collection_hides_is_neither_drawn_nor_picked_nor_part_of_the_figure() -> None:
    document = make_collection(one(), "Away", ["bone"])
    hidden = hide_collection(document, "Away", True)
    assert [seen(hidden).names[row] for row in seen(hidden, figure="wood").bones.rows] == ["other"]
    assert not seen(hidden, figure="wood").figure.shown[0]
    look = look_at(hidden)
    x, y, _ = LENS.project(np.array([0.0, -0.025, 1.0]))[0]
    assert pick(targets(look), LENS, x, y) is None
    assert pick(targets(look_at(document)), LENS, x, y).bone == "bone"
    alone = solo_collection(document, "Away", True)
    assert [seen(alone).names[row] for row in seen(alone).bones.rows] == ["bone"]


def test_hiding_a_handle_by_its_collection_takes_its_strings_along() -> None:
    rig = replace_bones(one(kind="pole"), [])
    assert seen(rig).controls and not seen(hide_collection(make_collection(rig, "P", ["bone"]), "P", True)).controls
