"""Tests of how figure and bones can be shown, in pixels: what must be seen is seen, what is hidden is not, in both
themes.
"""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.rig import Bone, Rig
from pantin.solver import Posed, rest_pose
from pantin.viewport.paint.strokes.bone_lines import FEW_BONES
from pantin.viewport.scene.scene import Bones, Display, Scene
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import DARK, LIGHT, Colours
from tests.viewport.pictures import (
    CAMERA,
    HEIGHT,
    REST,
    RIG,
    WIDTH,
    around,
    at,
    at_ratio,
    at_rest,
    figure_of,
    goal,
    painted,
    painted_without_screen,
    pixel_of,
    scene,
    with_hidden,
)

CHEST, BELLY = (0.05, -0.10, 1.30), (0.0, -0.12, 1.12)
SAME = 2
"""Grey levels that pictures of two contexts may differ by."""
THIGH = (np.array(RIG.by_name["thigh.L"].head) + np.array(RIG.by_name["thigh.L"].tail)) / 2


@pytest.fixture(autouse=True)
def screen(qapp) -> None:
    """A real screen with OpenGL."""


def bare(seen: Scene) -> Scene:
    """The scene without its bones."""
    none = {name: getattr(seen.bones, name)[:0] for name in Bones.__struct_fields__}
    return replace(seen, bones=Bones(**none), controls=(), lines=())


def drawn(seen: Scene, camera: Camera = CAMERA) -> np.ndarray:
    """Return how much the bones of a scene change each pixel."""
    return np.abs(painted(replace(seen, controls=(), lines=()), camera) - painted(bare(seen), camera)).sum(axis=2)


@pytest.mark.parametrize("colours", [DARK, LIGHT])
def test_clay_has_the_light_of_wood_and_no_warmth_or_grain(colours: Colours) -> None:
    standing = rest_pose(RIG)
    wood, clay = (
        painted(bare(scene(Document.of(RIG), standing, colours=colours, display=Display(figure=f))))
        for f in ("wood", "clay")
    )
    figure = figure_of(wood)
    warmth = [(pixels[figure][:, 0] - pixels[figure][:, 2]).mean() for pixels in (wood, clay)]
    assert 0 <= warmth[1] < 0.4 * warmth[0]
    assert np.ptp(at(clay, CHEST) - at(wood, CHEST)) > 20


@pytest.mark.parametrize("colours", [DARK, LIGHT])
def test_the_x_ray_figure_lets_floor_and_bones_through_and_keeps_its_rim(colours: Colours) -> None:
    standing = rest_pose(RIG)
    wood, x_ray, off = (
        painted(bare(scene(Document.of(RIG), standing, colours=colours, display=Display(figure=figure))))
        for figure in ("wood", "x-ray", "off")
    )
    solid, seen = np.abs(at(wood, CHEST) - at(off, CHEST)).sum(), np.abs(at(x_ray, CHEST) - at(off, CHEST)).sum()
    assert 0.15 < seen / solid < 0.6
    wood_alone = np.abs(wood - off).sum(axis=2) > 60
    assert (np.abs(x_ray - off).sum(axis=2) > 12)[wood_alone].mean() > 0.9
    bones = drawn(scene(Document.of(RIG), standing, colours=colours, display=Display(figure="x-ray", in_front=False)))
    assert (around(bones, THIGH) > 40).any()


@pytest.mark.parametrize("colours", [DARK, LIGHT])
def test_without_a_figure_bones_are_solids_and_cast_no_shadow(colours: Colours) -> None:
    off = scene(Document.of(RIG), rest_pose(RIG), colours=colours, display=Display(figure="off"))
    off = replace(off, controls=(), lines=(), pins=())
    pixels, empty = painted(off), painted(scene(Document.of(Rig()), Posed(()), colours=colours))
    assert not figure_of(pixels)[: HEIGHT // 2].any()
    assert not len(off.figure.capsules)
    np.testing.assert_allclose(at(pixels, (-0.35, 0.45, 0.0)), at(empty, (-0.35, 0.45, 0.0)), atol=1)
    upper = np.array(RIG.by_name["thigh.L"].head) * 0.8 + np.array(RIG.by_name["thigh.L"].tail) * 0.2
    assert np.abs(at(pixels, upper) - at(empty, upper)).sum() > 60
    assert np.ptp(at(pixels, upper)) < 30


def test_solid_bones_take_the_accent_where_they_are_selected() -> None:
    upper = np.array(RIG.by_name["thigh.L"].head) * 0.8 + np.array(RIG.by_name["thigh.L"].tail) * 0.2
    pixels = painted(at_rest(RIG, Display(figure="off"), selected=("thigh.L",), active=None))
    red, _, blue = at(pixels, upper)
    assert blue - red > 80


def large_bone() -> tuple[Rig, Camera]:
    """A thick bone before the camera; another, out of the picture, makes the figure large."""
    away = Bone(name="away", head=(60, 0, 0), tail=(60, 0, 8))
    rig = Rig(bones=(Bone(name="long", head=(0, 0, 0), tail=(0, 0, 1.0)), away))
    return rig, Camera(target=(0, 0, 0.5), distance=2.6, yaw=0.3, pitch=0.2)


@pytest.mark.parametrize("figure", ["wood", "off"])
@pytest.mark.parametrize("selected", [(), ("long",)])
def test_each_style_draws_other_parts_of_a_bone(figure: str, selected: tuple[str, ...]) -> None:
    rig, camera = large_bone()
    found = {
        style: drawn(at_rest(rig, Display(style, figure=figure), selected=selected), camera)
        for style in ("octahedra", "sticks", "wire")
    }
    row, column = pixel_of((0.0, 0.0, 0.5), camera)
    assert found["sticks"][row, column - 1 : column + 2].max() > 60
    ring = pixel_of((0.0, 0.0, 0.1), camera)
    assert (found["sticks"] > 30).sum() < (found["wire"] > 30).sum()
    assert found["wire"][ring[0] - 2 : ring[0] + 3, ring[1] - 40 : ring[1] + 40].max() > 40
    if selected or figure == "off":
        assert (found["octahedra"] > 30).sum() > (found["wire"] > 30).sum()


def test_a_stick_is_as_thick_from_near_as_from_afar() -> None:
    rig, camera = large_bone()
    widths = []
    for distance in (2.6, 6.0):
        there = replace(camera, distance=distance)
        changed = drawn(at_rest(rig, Display("sticks", figure="off")), there)
        row, _ = pixel_of((0.0, 0.0, 0.5), there)
        widths.append((changed[row] / changed[row].max()).sum())
    assert widths[0] == pytest.approx(widths[1], rel=0.25)


def test_wire_is_never_filled() -> None:
    rig, camera = large_bone()
    wire, filled = (
        drawn(at_rest(rig, Display(style), selected=("long",), active="long"), camera)
        for style in ("wire", "octahedra")
    )
    assert (wire > 30).sum() < 0.6 * (filled > 30).sum()


@pytest.mark.parametrize("style", ["octahedra", "sticks", "wire"])
def test_many_bones_are_seen_in_every_style_and_the_figure_may_hide_them(style: str) -> None:
    count = FEW_BONES + 20
    places = [(0.05 * (i % 20) - 0.5, 0.0, 0.1 * (i // 20)) for i in range(count)]
    rig = Rig(bones=tuple(Bone(name=f"b{i}", head=p, tail=(*p[:2], p[2] + 0.09)) for i, p in enumerate(places)))
    camera = Camera().frame(places, WIDTH, HEIGHT)
    front, hidden = (drawn(at_rest(rig, Display(style, in_front=front)), camera) for front in (True, False))
    assert (front > 20).mean() > 0.01
    assert 0.1 < hidden.sum() / front.sum() < 0.7
    off = painted(at_rest(rig, Display(style, figure="off")), camera)
    assert np.abs(off - painted(bare(at_rest(rig, Display(style, figure="off"))), camera)).sum() > 0


def test_hidden_bones_leave_no_trace() -> None:
    arm = ("upper_arm.L", "forearm.L", "hand_ik.L", "elbow_pole.L")
    rig = with_hidden(RIG, *arm)
    every, without = painted(at_rest(RIG)), painted(at_rest(rig, Display(names=True)))
    wood = figure_of(every)
    for name in arm[:2]:
        middle = (np.array(RIG.by_name[name].head) + np.array(RIG.by_name[name].tail)) / 2
        row, column = pixel_of(middle)
        assert wood[row, column] and not figure_of(without)[row, column]
        empty = painted(scene(Document.of(Rig()), Posed(())))
        np.testing.assert_allclose(at(without, middle), at(empty, middle), atol=3)


def test_a_goal_that_is_not_reached_says_so_in_the_picture() -> None:
    there, here = (0.9, 0.0, 1.2), (0.6, 0.0, 1.2)
    seen = scene(Document.of(RIG), Posed(RIG.bones, goals=(goal(there, here),)))
    changed = np.abs(painted(seen) - painted(scene(Document.of(RIG), rest_pose(RIG)))).sum(axis=2)
    row, column = pixel_of(there)
    assert (changed[row + 4 : row + 16, column + 24 : column + 60] > 80).any()
    line = painted(seen)[row - 2 : row + 3, pixel_of(here)[1] + 4 : column - 4]
    red = (line[:, :, 0] - line[:, :, 1]).max(axis=0) > 80
    assert 0.2 < red.mean() < 0.8 and np.count_nonzero(np.diff(red)) > 6


@pytest.mark.parametrize("colours", [DARK, LIGHT])
def test_the_other_solver_is_an_orange_outline_over_a_faded_figure(colours: Colours) -> None:
    moved = REST.copy()
    moved[:, 0, 3] += 0.12
    alone = painted(scene(Document.of(RIG), rest_pose(RIG), colours=colours))
    both = painted(scene(Document.of(RIG), rest_pose(RIG), colours=colours, compared=Posed(RIG.bones, moved)))
    orange = np.array(colours.right[:3])
    beyond = ~figure_of(alone) & (np.abs(both - orange).max(axis=2) < 40)
    assert beyond.sum() > 200
    accent = np.array((colours.accent_text if colours.dark else colours.accent)[:3])
    assert (np.abs(both - accent).max(axis=2) < 40).sum() > 300
    assert np.abs(at(both, CHEST) - at(alone, CHEST)).sum() > 25


def test_axes_stand_at_the_tails_in_their_colours() -> None:
    rig, camera = large_bone()
    pixels = painted(at_rest(rig, Display(figure="off", axes=True)), camera)
    row, column = pixel_of((0.0, 0.0, 1.0), camera)
    near = pixels[row - 30 : row + 30, column - 30 : column + 30].reshape(-1, 3)
    for colour in (DARK.axis_x, DARK.axis_y, DARK.axis_z):
        assert (np.abs(near - np.array(colour[:3])).max(axis=1) < 30).any()


def test_the_floor_is_seen_from_below_and_the_front_has_a_grid_of_its_own() -> None:
    empty = scene(Document.of(Rig()), Posed(()))
    below = painted(empty, Camera(pitch=-0.5))
    assert below[: HEIGHT // 3].std(axis=(0, 1)).max() > 1.0
    front = painted(empty, Camera(yaw=0.0, pitch=0.0, orthographic=True))
    row, column = pixel_of((0.0, 0.0, 0.0), Camera(yaw=0.0, pitch=0.0, orthographic=True))
    red, green, blue = front[row, column + 60]
    assert red > green + 5 and red > blue + 5
    up = front[row - 80, column - 1 : column + 2]
    assert (up[:, 2] - up[:, 0] > 5).any()


@pytest.mark.parametrize("ratio", [1.5, 2.0])
def test_on_a_fine_screen_all_is_where_it_was_and_lines_are_as_thick(ratio: float) -> None:
    display = Display("sticks", names=True, axes=True)
    seen = at_rest(RIG, display, selected=("chest",), active="chest")
    plain, fine = at_ratio(seen, 1.0), at_ratio(seen, ratio)
    assert fine.shape[:2] == (round(HEIGHT * ratio), round(WIDTH * ratio))
    rows = (np.arange(HEIGHT) * ratio + ratio / 2).astype(int)
    columns = (np.arange(WIDTH) * ratio + ratio / 2).astype(int)
    assert (np.abs(fine[rows][:, columns] - plain).sum(axis=2) > 90).mean() < 0.03
    accent = np.array(DARK.accent[:3]), np.array(DARK.accent_text[:3])
    marked = [sum((np.abs(pixels - colour).max(axis=2) < 25).sum() for colour in accent) for pixels in (plain, fine)]
    assert marked[1] / marked[0] == pytest.approx(ratio**2, rel=0.5)


@pytest.mark.parametrize(
    "display",
    [Display(f"{s}", figure=f) for s in ("octahedra", "sticks", "wire") for f in ("wood", "clay", "x-ray", "off")],
)
@pytest.mark.parametrize("orthographic", [False, True])
def test_every_display_is_the_same_without_a_screen(display: Display, orthographic: bool) -> None:
    camera = Camera(yaw=0.0, pitch=0.0, orthographic=orthographic)
    seen = scene(Document.of(RIG, selected=("chest",), active="chest"), rest_pose(RIG), display=display)
    assert np.abs(painted_without_screen(seen, camera) - painted(seen, camera)).max() <= SAME


def test_the_view_along_an_axis_has_the_figure_of_any_other() -> None:
    side = Camera(yaw=pi / 2, pitch=0.0, orthographic=True)
    assert 0.02 < figure_of(painted(at_rest(RIG), side)).mean() < 0.25


def test_a_figure_of_any_number_of_parts_casts_its_shadow() -> None:
    """Four parts are four rows of four numbers, which look like a matrix."""
    counts = set()
    for count in range(1, 7):
        ends = [(0.0, 0.0, 0.2 * n) for n in range(count + 1)]
        chain = [Bone(f"b{n}", f"b{n - 1}" if n else None, *ends[n : n + 2], connected=n > 0) for n in range(count)]
        seen = scene(Document.of(Rig(bones=tuple(chain))), Posed(chain))
        counts.add(len(seen.figure.capsules))
        drawn(seen)
    assert 4 in counts
