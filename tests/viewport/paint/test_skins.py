"""Skins by real OpenGL: the pixels of small figures against colours by hand.

A sheet, one metre square, stands in the middle of the picture and faces the camera, 192 × 192 pixels of it.
"""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.meshes.materials import Material, Picture, Texture, Toon
from pantin.viewport.paint import offscreen
from pantin.viewport.scene.key_light import key_light
from pantin.viewport.scene.scene import Background, DrawnFigure
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.mesh import NO_CAPSULES, Group, Mesh, joint_boxes
from pantin.viewport.values.pictures import Pictures
from pantin.viewport.values.place import ORIGIN
from tests.viewport.pictures import HEIGHT, WIDTH, painted
from tests.viewport.skins import alone, skinned

CAMERA = Camera(target=(0.0, 0.0, 0.0), distance=2.5, yaw=0.0, pitch=0.0, fov=pi / 2, orthographic=True)
SIDE = HEIGHT / 5
"""Pixels of a metre."""
RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


@pytest.fixture(autouse=True)
def screen(qapp) -> None:
    """A real screen with OpenGL."""


def sheet(material: Material, nearer: float = 0.0, **more) -> Mesh:
    """A sheet, so much nearer to the camera; its coordinates run to the right and downwards."""
    positions = np.stack([SQUARE[:, 0], np.full(4, -nearer), SQUARE[:, 1]], axis=1).astype(np.float32)
    joints, weights = more.pop("joints", np.zeros((4, 1), np.int32)), more.pop("weights", None)
    known = {
        "positions": positions,
        "normals": np.tile(np.float32((0.0, -1.0, 0.0)), (4, 1)),
        "joints": joints,
        "weights": weights,
        "materials": np.zeros(4, np.uint8),
        "triangles": np.array([(0, 1, 2), (0, 2, 3)], np.uint32),
        "triangle_counts": None,
        "capsules": NO_CAPSULES,
        "scale": 1.0,
        "uvs": (np.float32([(0, 1), (1, 1), (1, 0), (0, 0)]),),
        "groups": (Group(material, 0, 2, 0),),
    }
    known |= more
    boxes = joint_boxes(known["positions"], joints, weights, int(joints.max()) + 1)
    return Mesh(**({"boxes": boxes} | known))


def seen(*figures: DrawnFigure, frames: int = 1, camera: Camera = CAMERA) -> np.ndarray:
    """The pixels of the last of some frames."""
    for _ in range(frames):
        pixels = painted(alone(*figures), camera)
    return pixels


def at(pixels: np.ndarray, x: float, z: float) -> np.ndarray:
    """The colour of a place in the plane of the sheet."""
    return pixels[round(HEIGHT / 2 - z * SIDE), round(WIDTH / 2 + x * SIDE)]


def pictured(*texels: list[list[tuple[int, ...]]]) -> Pictures:
    """Pictures of these rows of texels, red, green, blue and perhaps alpha; all of them have come."""
    pictures = Pictures(tuple(Picture(f"{n}", b"") for n in range(len(texels))))
    for place, rows in enumerate(texels):
        every = [[(blue, green, red, *(alpha or [255])) for red, green, blue, *alpha in row] for row in rows]
        pictures.put(place, np.array(every, np.uint8))
    return pictures


def by_srgb(colour: tuple[float, ...]) -> np.ndarray:
    """The numbers on the screen of a linear colour."""
    linear = np.array(colour)
    return 255 * np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


FOUR = [[RED, GREEN], [BLUE, WHITE]]
FLAT = Texture(0, smooth=False)


def test_a_picture_lies_on_a_sheet_as_its_coordinates_say() -> None:
    """The first row of texels is on top, and unlit colours are those of the picture."""
    sand = (194, 130, 61)
    pixels = seen(
        skinned(sheet(Material(kind="unlit", base_texture=FLAT), pictures=pictured([[RED, GREEN], [BLUE, sand]])))
    )
    for place, colour in (((-0.25, 0.25), RED), ((0.25, 0.25), GREEN), ((-0.25, -0.25), BLUE), ((0.25, -0.25), sand)):
        np.testing.assert_allclose(at(pixels, *place), colour, atol=1)
    assert (at(pixels, 0.6, 0.0) == 0).all()


def test_factor_and_colours_of_vertices_are_multiplied_in_linear_light() -> None:
    colours = np.tile(np.float32((0.5, 1.0, 1.0, 1.0)), (4, 1))
    material = Material(kind="unlit", base=(0.5, 0.2, 1.0, 1.0), base_texture=FLAT)
    pixels = seen(skinned(sheet(material, colours=colours, pictures=pictured([[WHITE]]))))
    np.testing.assert_allclose(at(pixels, 0.0, 0.0), by_srgb((0.25, 0.2, 1.0)), atol=1.5)


@pytest.mark.parametrize(
    ("texture", "place", "colour"),
    [
        (Texture(0, offset=(0.5, 0.0), smooth=False), (-0.25, 0.25), GREEN),
        (Texture(0, scale=(2.0, 1.0), smooth=False), (-0.125, 0.25), GREEN),
        # Turned by 90° at the corner (0, 0): u' = v, v' = -u. The right top corner (1, 0) goes to (0, -1), a repeat.
        (Texture(0, turn=pi / 2, smooth=False), (0.25, 0.25), RED),
        (Texture(0, turn=pi / 2, smooth=False), (-0.25, 0.25), BLUE),
        (Texture(0, turn=pi / 2, smooth=False), (-0.25, -0.25), WHITE),
        (Texture(0, scale=(2.0, 2.0), wrap=("clamp", "clamp"), smooth=False), (0.25, 0.375), GREEN),
        (Texture(0, scale=(2.0, 2.0), wrap=("mirror", "repeat"), smooth=False), (0.375, 0.375), RED),
        (Texture(0, uv_set=1, smooth=False), (-0.25, 0.25), WHITE),
        (Texture(0, uv_set=3, smooth=False), (-0.25, 0.25), GREEN),
    ],
)
def test_coordinates_are_moved_turned_and_repeated(texture: Texture, place: tuple[float, float], colour) -> None:
    first = np.float32([(0, 1), (1, 1), (1, 0), (0, 0)])
    sets = (first, first[[2, 3, 0, 1]], first, first * (-1.0, 1.0) + (1.0, 0.0))
    material = Material(kind="unlit", base_texture=texture)
    pixels = seen(skinned(sheet(material, uvs=tuple(np.float32(each) for each in sets), pictures=pictured(FOUR))))
    np.testing.assert_allclose(at(pixels, *place), colour, atol=1)


def test_what_is_cut_out_shows_what_is_behind_it_and_the_rest_is_opaque() -> None:
    half, hole = (0, 255, 0, 128), (255, 255, 255, 120)
    cut = Material(kind="unlit", alpha="mask", cutoff=0.48, base_texture=FLAT)
    behind = sheet(Material(kind="unlit", base=(0.0, 0.0, 1.0, 1.0)))
    pixels = seen(skinned(sheet(cut, nearer=0.1, pictures=pictured([[half, hole]])), behind))
    np.testing.assert_allclose(at(pixels, -0.25, 0.0), GREEN, atol=1)
    np.testing.assert_allclose(at(pixels, 0.25, 0.0), BLUE, atol=1)


def test_alpha_is_ignored_where_a_material_is_opaque() -> None:
    material = Material(kind="unlit", base=(1.0, 1.0, 1.0, 0.5), base_texture=FLAT)
    pixels = seen(skinned(sheet(material, pictures=pictured([[(0, 255, 0, 0)]]))))
    np.testing.assert_allclose(at(pixels, 0.0, 0.0), GREEN, atol=1)


def glass(colour: tuple[float, float, float], alpha: float = 0.5, **more) -> Material:
    """What lets half of what is behind it show through."""
    return Material(kind="unlit", base=(*colour, alpha), alpha="blend", **{"writes_depth": False, **more})


def test_transparent_sheets_are_laid_over_each_other_from_the_back_whatever_their_order_in_the_file() -> None:
    """Half green over half red over blue, as it is on the screen."""
    red, green = sheet(glass((1.0, 0.0, 0.0)), nearer=0.1), sheet(glass((0.0, 1.0, 0.0)), nearer=0.2)
    blue = sheet(Material(kind="unlit", base=(0.0, 0.0, 1.0, 1.0)))
    for meshes in ((red, green, blue), (blue, green, red)):
        np.testing.assert_allclose(at(seen(skinned(*meshes)), 0.0, 0.0), (64, 128, 64), atol=2)


def test_the_order_that_a_file_gives_comes_before_distance_and_depth_that_is_written_before_both() -> None:
    near_first = sheet(glass((1.0, 0.0, 0.0), order=-1), nearer=0.2)
    far = sheet(glass((0.0, 1.0, 0.0)), nearer=0.1)
    np.testing.assert_allclose(at(seen(skinned(far, near_first)), 0.0, 0.0), (64, 128, 0), atol=2)
    writes = sheet(glass((1.0, 0.0, 0.0), writes_depth=True, order=5), nearer=0.2)
    np.testing.assert_allclose(at(seen(skinned(far, writes)), 0.0, 0.0), (128, 0, 0), atol=2)


def test_a_transparent_sheet_of_one_figure_lies_over_another_figure_behind_it() -> None:
    """Whichever of them is edited."""
    before, behind = skinned(sheet(glass((1.0, 0.0, 0.0)), nearer=0.3)), skinned(sheet(Material(kind="unlit")))
    for figures in ((before, behind), (behind, before)):
        for frame in range(3):  # the second is copied from the third frame on
            pixels = seen(*(replace(figures[0]), figures[1]))
            np.testing.assert_allclose(at(pixels, 0.0, 0.0), (255, 128, 128), atol=2, err_msg=f"frame {frame}")


def test_a_picture_without_a_background_is_as_transparent_as_what_is_drawn() -> None:
    nothing = replace(alone(skinned(sheet(glass((1.0, 0.0, 0.0))))), background=Background(None, False, False))
    image = offscreen.paint(nothing, CAMERA, WIDTH, HEIGHT)
    colour = image.pixelColor(WIDTH // 2, HEIGHT // 2)
    assert colour.alpha() == pytest.approx(128, abs=1) and colour.red() > 250
    assert image.pixelColor(5, 5).alpha() == 0


def turned_away(angle: float) -> np.ndarray:
    """A palette of one joint that turns the sheet about Z."""
    matrix = np.eye(4)
    matrix[:2, :2] = [(cos(angle), -sin(angle)), (sin(angle), cos(angle))]
    return matrix[None]


def test_the_back_of_a_sheet_is_seen_only_where_it_has_two_sides_and_is_lit_as_a_front() -> None:
    single, double = Material(), Material(double_sided=True)
    front = at(seen(skinned(sheet(single))), 0.0, 0.0)
    assert front.min() > 100
    assert (at(seen(skinned(sheet(single), palette=turned_away(pi))), 0.0, 0.0) == 0).all()
    back = at(seen(skinned(sheet(double), palette=turned_away(pi))), 0.0, 0.0)
    np.testing.assert_allclose(back, front, atol=1)


def test_a_mirrored_joint_shows_its_front_and_is_lit_as_one() -> None:
    mirrored = np.diag((-1.0, 1.0, 1.0, 1.0))[None]
    plain, turned = (seen(skinned(sheet(Material()), palette=each)) for each in (np.eye(4)[None], mirrored))
    assert at(plain, 0.0, 0.0).min() > 100
    np.testing.assert_allclose(turned, plain, atol=2)
    far = np.diag((1.0, -1.0, 1.0, 1.0))[None]
    assert (at(seen(skinned(sheet(Material()), palette=far)), 0.0, 0.0) == 0).all(), "its front is behind"


def toon_light(camera: Camera) -> np.ndarray:
    """The direction towards the light of toon shading, 20° above the ground where the key light is at 47°."""
    key = key_light(camera, fixed=False) * (1.0, 1.0, 0.35)
    return key / np.linalg.norm(key)


def test_a_normal_is_square_to_a_surface_that_is_scaled_unevenly() -> None:
    """A slope that is flattened faces the light as the flatter slope does, and not as the steep one."""
    slope = sheet(Material(kind="toon", toon=Toon(shade=(0.0, 0.0, 0.0), ramp=(-1.0, 1.0))))
    steep = np.eye(4)
    steep[1, 2] = 1.0  # leans back by 45° at its top: normal (0, -1, 1)
    flat = np.diag((1.0, 0.2, 1.0, 1.0)) @ steep  # by 11°: normal (0, -1, 0.2)
    key = toon_light(CAMERA)
    for palette, normal in ((steep, (0.0, -1.0, 1.0)), (flat, (0.0, -1.0, 0.2))):
        cosine = np.array(normal) @ key / np.linalg.norm(normal)
        pixels = seen(skinned(slope, palette=palette[None]))
        np.testing.assert_allclose(at(pixels, 0.0, 0.0), by_srgb(((cosine + 1) / 2,) * 3), atol=2)


@pytest.mark.parametrize("angle", [-2.6, -2.0, -1.2, -0.4, 0.3, 1.1])
def test_a_toon_changes_from_its_shade_into_its_colour_along_its_ramp(angle: float) -> None:
    toon = Toon(shade=(0.2, 0.0, 0.4), ramp=(-0.3, 0.5))
    material = Material(kind="toon", base=(1.0, 0.6, 0.1, 1.0), toon=toon, double_sided=True)
    key, normal = toon_light(CAMERA), np.array((sin(angle), -cos(angle), 0.0))
    towards = normal if normal[1] < 0 else -normal
    part = np.clip((towards @ key + 0.3) / 0.8, 0.0, 1.0)
    wanted = (1 - part) * np.array(toon.shade) + part * np.array(material.base[:3])
    pixels = seen(skinned(sheet(material), palette=turned_away(angle)))
    np.testing.assert_allclose(at(pixels, 0.0, 0.0), by_srgb(tuple(wanted)), atol=2)


def test_a_ramp_of_no_length_is_a_step() -> None:
    toon = Toon(shade=(0.0, 0.0, 0.0), ramp=(0.9999, 0.9999))
    for ramp, wanted in ((toon.ramp, 0), ((-0.9, -0.9), 255)):
        material = Material(kind="toon", toon=replace(toon, ramp=ramp))
        np.testing.assert_allclose(at(seen(skinned(sheet(material))), 0.0, 0.0), wanted, atol=1)


def test_a_shade_has_a_picture_of_its_own_and_emission_is_added() -> None:
    toon = Toon(shade=(1.0, 1.0, 1.0), shade_texture=Texture(1), ramp=(0.9999, 0.9999))
    material = Material(
        kind="toon", toon=toon, base_texture=Texture(0), emission=(0.0, 0.5, 0.0), emission_texture=Texture(2)
    )
    pictures = pictured([[RED]], [[BLUE]], [[(0, 255, 0)]])
    pixels = seen(skinned(sheet(material, pictures=pictures)), frames=3)
    np.testing.assert_allclose(at(pixels, 0.0, 0.0), by_srgb((0.0, 0.5, 1.0)), atol=1.5)


def test_the_rim_of_a_toon_is_added_where_it_is_seen_aslant() -> None:
    toon = Toon(ramp=(-1.0, -0.9999), rim=(0.0, 0.3, 0.0), rim_power=2.0, rim_lift=0.1)
    material = Material(kind="toon", base=(0.1, 0.1, 0.1, 1.0), toon=toon)
    for angle in (0.0, 0.8):
        green = 0.1 + 0.3 * (1.0 - cos(angle) + 0.1) ** 2
        pixels = seen(skinned(sheet(material), palette=turned_away(angle)))
        np.testing.assert_allclose(at(pixels, 0.0, 0.0), by_srgb((0.1, green, 0.1)), atol=3)


def box(material: Material) -> Mesh:
    """A cube, half a metre wide; each corner has the normal that points out of its middle."""
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = np.array([each for a, b, c, d in faces for each in ((a, b, c), (a, c, d))], np.uint32)
    positions, joints = corners * np.float32(0.25), np.zeros((8, 1), np.int32)
    return sheet(
        material,
        positions=positions,
        normals=corners / np.float32(3**0.5),
        joints=joints,
        materials=np.zeros(8, np.uint8),
        triangles=triangles,
        uvs=(),
        groups=(Group(material, 0, 12, 0),),
    )


def width_of(pixels: np.ndarray) -> int:
    """How many pixels of the middle row are not black."""
    return int((pixels[HEIGHT // 2].sum(axis=1) > 100).sum())


@pytest.mark.parametrize("place", [ORIGIN, np.diag((2.0, 2.0, 2.0, 1.0))])
def test_an_outline_is_as_wide_as_its_material_says_in_the_world(place: np.ndarray) -> None:
    """Along the normals of the corners, of which 1/√3 points aside. A larger figure has a wider one."""
    toon = Toon(ramp=(-1.0, -0.99), outline="world", outline_width=0.1, outline_colour=(1.0, 0.0, 0.0), outline_lit=0.0)
    size = place[0, 0]
    drawn = skinned(box(Material(kind="toon", toon=toon)), palette=place[None], place=place)
    pixels = seen(drawn)
    assert width_of(pixels) == pytest.approx(SIDE * size * (0.5 + 2 * 0.1 / 3**0.5), abs=2)
    np.testing.assert_allclose(at(pixels, size * 0.27, 0.0), RED, atol=1)
    np.testing.assert_allclose(at(pixels, size * 0.23, 0.0), WHITE, atol=1)


def test_an_outline_may_be_as_wide_as_a_part_of_the_picture_and_takes_the_colour_of_its_body() -> None:
    toon = Toon(ramp=(-1.0, -0.99), outline="screen", outline_width=0.02, outline_colour=(1.0, 1.0, 1.0))
    drawn = skinned(box(Material(kind="toon", base=(0.0, 1.0, 0.0, 1.0), toon=toon)))
    for camera in (CAMERA, replace(CAMERA, distance=5.0)):
        pixels = seen(drawn, camera=camera)
        body = 0.5 * SIDE * 2.5 / camera.distance
        assert width_of(pixels) - body == pytest.approx(2 * 0.02 * HEIGHT / 2**0.5, abs=2.5)
        np.testing.assert_allclose(pixels[HEIGHT // 2, round(WIDTH / 2 + body / 2 + 3)], GREEN, atol=1)


def test_an_outline_becomes_narrower_beyond_its_reach_as_all_does() -> None:
    """The front of the box is 2.25 m away: with a reach of 0.75 m the outline is a third as wide."""
    toon = Toon(ramp=(-1.0, -0.99), outline="screen", outline_width=0.1, outline_colour=(1.0, 1.0, 1.0))
    camera = replace(CAMERA, orthographic=False)
    bare, wide, narrow = (
        width_of(seen(skinned(box(Material(kind="toon", base=(0.0, 1.0, 0.0, 1.0), toon=each))), camera=camera))
        for each in (replace(toon, outline="none"), toon, replace(toon, outline_reach=0.75))
    )
    assert (narrow - bare) / (wide - bare) == pytest.approx(1 / 3, abs=0.05)


def test_a_very_narrow_outline_is_not_drawn() -> None:
    toon = Toon(ramp=(-1.0, -0.99), outline="world", outline_width=0.001)
    bare, thin = (
        seen(skinned(box(Material(kind="toon", toon=each)))) for each in (replace(toon, outline="none"), toon)
    )
    np.testing.assert_array_equal(bare, thin)


def test_eight_joints_carry_a_vertex_together() -> None:
    """Each moves the sheet by its share of 0.4 m."""
    palette = np.tile(np.eye(4), (8, 1, 1))
    palette[:, 0, 3] = 0.4 * np.arange(8)
    weights = np.tile(np.float32([0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05]), (4, 1))
    mesh = sheet(Material(kind="unlit"), joints=np.tile(np.arange(8, dtype=np.int32), (4, 1)), weights=weights)
    pixels = seen(skinned(mesh, palette=palette))
    moved = 0.4 * (0.2 + 0.2 + 0.3 + 0.4 + 0.5 + 0.3 + 0.35)
    left, right = np.flatnonzero(pixels[HEIGHT // 2].sum(axis=1) > 380)[[0, -1]]
    assert left == pytest.approx(WIDTH / 2 + SIDE * (moved - 0.5), abs=1.5)
    assert right == pytest.approx(WIDTH / 2 + SIDE * (moved + 0.5), abs=1.5)


def test_the_stain_of_two_joints_is_mixed_by_their_weights() -> None:
    """White with a part of the stain: 0.15 + 1.1 of its colour."""
    stain = (0.2, 0.4, 0.6)
    weights = np.float32([(1.0, 0.0), (0.0, 1.0), (0.0, 1.0), (1.0, 0.0)])
    mesh = sheet(Material(kind="unlit"), joints=np.tile(np.int32([0, 1]), (4, 1)), weights=weights)
    tints = np.float32([(*stain, 1.0), (*stain, 0.0)])
    pixels = seen(skinned(mesh, palette=np.tile(np.eye(4), (2, 1, 1)), tints=tints))
    full = 0.15 + 1.1 * np.array(stain)
    for x in (-0.4, 0.0, 0.3):
        part = 0.5 - x
        np.testing.assert_allclose(at(pixels, x, 0.0), by_srgb(tuple(1 - part + part * full)), atol=2.5)


def test_a_hidden_part_is_not_drawn() -> None:
    halves = tuple(Group(Material(kind="unlit"), n, 1, n) for n in range(2))
    mesh = sheet(Material(), groups=halves)
    both, one = (seen(skinned(mesh, hidden=frozenset(hidden))) for hidden in ((), (1,)))
    assert at(both, 0.25, -0.25).min() == at(both, -0.25, 0.25).min() == 255
    assert at(one, 0.25, -0.25).min() == 255 and at(one, -0.25, 0.25).max() == 0


def test_a_figure_has_its_own_positions_of_a_mesh_that_another_one_has_too() -> None:
    mesh = sheet(Material(kind="unlit"), boxes=np.array([[(-0.5, 0.0, -0.5), (2.0, 0.0, 0.5)]]))
    aside = mesh.positions + np.float32((1.5, 0.0, 0.0))
    far = skinned(mesh, palette=np.eye(4)[None] + np.float32([[0, 0, 0, -1.5], *[[0] * 4] * 3]))
    both = seen(skinned(mesh, morphed={0: (aside, mesh.normals)}), far)
    assert at(both, 1.5, 0.0).min() == at(both, -1.5, 0.0).min() == 255 and at(both, 0.0, 0.0).max() == 0
    assert at(seen(skinned(mesh)), 0.0, 0.0).min() == 255


def test_a_surface_is_plain_until_its_picture_comes_and_glass_is_not_there_at_all() -> None:
    pictures = Pictures((Picture("late", b""),))
    solid = skinned(sheet(Material(kind="unlit", base_texture=FLAT), pictures=pictures))
    clear = skinned(sheet(replace(glass((1.0, 1.0, 1.0), 1.0), base_texture=FLAT), pictures=pictures))
    assert 100 < at(seen(solid), 0.0, 0.0).min() < 255 and at(seen(clear), 0.0, 0.0).max() == 0
    pictures.put(0, np.uint8([[(0, 0, 255, 255)]]))
    for drawn in (solid, clear):
        np.testing.assert_allclose(at(seen(drawn), 0.0, 0.0), RED, atol=1)


def test_a_picture_that_never_comes_leaves_the_colour_of_the_material() -> None:
    pictures = Pictures((Picture("damaged", b""),))
    pictures.refuse(0, "It is damaged.")
    for place in (0, 7):
        material = Material(kind="unlit", base_texture=Texture(place))
        assert at(seen(skinned(sheet(material, pictures=pictures))), 0.0, 0.0).min() == 255


def test_skin_and_wood_are_lit_from_one_side() -> None:
    """A grey sheet is brighter the more it faces the key light."""
    key = key_light(CAMERA, fixed=False)
    cosines, greys = [], []
    for angle in np.linspace(-1.2, 1.2, 7).tolist():
        cosines.append(sin(angle) * key[0] - cos(angle) * key[1])
        greys.append(
            at(seen(skinned(sheet(Material(base=(0.2, 0.2, 0.2, 1.0))), palette=turned_away(angle))), 0.0, 0.0).sum()
        )
    assert np.argsort(cosines).tolist()[-1] == np.argsort(greys).tolist()[-1]
    assert np.argsort(cosines).tolist()[0] == np.argsort(greys).tolist()[0]


def test_x_ray_lets_the_background_show_through_and_clay_has_no_picture() -> None:
    mesh = sheet(Material(kind="unlit", base_texture=FLAT), pictures=pictured([[RED]]))
    x_ray = at(seen(skinned(mesh, finish="x-ray")), 0.0, 0.0)
    assert 60 < x_ray[0] < 120 and x_ray[1] == x_ray[2] == 0
    clay = at(seen(skinned(mesh, finish="clay")), 0.0, 0.0)
    assert clay.min() > 100 and np.ptp(clay) < 60


def test_of_alike_parts_that_are_drawn_together_those_that_are_hidden_are_missing() -> None:
    """Four strips of one material from left to right, the second of them hidden, then the first two and the last."""
    material = Material(kind="unlit", base=(1.0, 0.0, 0.0, 1.0))
    corners = SQUARE * (0.25, 1.0)
    strips = [corners + np.array((0.25 * number - 0.375, 0.0)) for number in range(4)]
    flat = np.concatenate(strips)
    mesh = sheet(
        material,
        positions=np.stack([flat[:, 0], np.zeros(16), flat[:, 1]], axis=1).astype(np.float32),
        normals=np.tile(np.float32((0.0, -1.0, 0.0)), (16, 1)),
        joints=np.zeros((16, 1), np.int32),
        materials=np.zeros(16, np.uint8),
        triangles=np.concatenate([np.array([(0, 1, 2), (0, 2, 3)], np.uint32) + 4 * n for n in range(4)]),
        uvs=(),
        groups=tuple(Group(material, 2 * number, 2, number) for number in range(4)),
    )
    for hidden in ((), (1,), (0, 1, 3)):
        pixels = seen(replace(skinned(mesh), hidden=frozenset(hidden)))
        for number in range(4):
            colour = (0, 0, 0) if number in hidden else RED
            np.testing.assert_allclose(at(pixels, 0.25 * number - 0.375, 0.0), colour, atol=1)


def test_a_card_is_painted_with_what_is_decoded_and_a_large_picture_decodes_the_rest_again() -> None:
    """Levels that the window had no use for cost seconds: nobody sees them on a card."""
    again: list[int] = []
    pictures = pictured([[BLUE, BLUE]] * 2)

    def decode(_pictures: Pictures, place: int) -> tuple[np.ndarray, ...]:
        again.append(place)
        return tuple(np.full((side, side, 4), (0, 0, 255, 255), np.uint8) for side in (2, 1))

    pictures.decode = decode
    pictures.keep_at_most(1)
    figure = skinned(sheet(Material(kind="unlit", base_texture=FLAT), pictures=pictures))
    shades = []
    for side in (offscreen.SMALL, offscreen.SMALL + 1):
        image = offscreen.paint(alone(figure), CAMERA, side, side)
        shades.append(image.pixelColor(side // 2, side // 2).getRgb()[:3])
    np.testing.assert_allclose(shades, [BLUE, RED], atol=2)
    assert again == [0]
