"""Meshes by real OpenGL: posed as by hand whatever number of joints carries them, uploaded once, and freed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.ground.kinds import Ground, Steps
from pantin.rigs.place import Place
from pantin.solver import Posed, rest_pose
from pantin.viewport.paint.opengl.depth_map import light_matrix
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.scene.key_light import key_light
from pantin.viewport.scene.scene import Background, Display, DrawnFigure, Scene
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.mesh import Levels, Mesh
from pantin.viewport.values.overlay import Overlay
from tests.viewport.pictures import HEIGHT, REST, RIG, WIDTH, figure_of, painted, painted_without_screen, scene
from tests.viewport.skins import BLACK, alone, bent_tube, posed_by_hand, skinned
from tests.viewport.two_figures import ANNA, BEN, beside, moved, put, two

CAMERA = Camera(target=(0.0, 0.0, 0.6), distance=4.0, yaw=0.4, pitch=0.2)
ASIDE = (0.9, 0.0, 0.0)


@pytest.fixture(autouse=True)
def screen(qapp) -> None:
    """A real screen with OpenGL."""


def drawn_skin(mesh: Mesh, palette: np.ndarray, **more) -> DrawnFigure:
    """A figure of one skin in clay."""
    return skinned(mesh, palette=palette, **({"finish": "clay"} | more))


def bend(influences: int) -> np.ndarray:
    """Matrices (n, 4, 4) that bend a tube more and more towards its upper end, and lengthen it."""
    matrices = np.tile(np.eye(4), (influences, 1, 1))
    for joint, angle in enumerate(np.linspace(0.0, 0.9, influences)):
        matrices[joint, 1:3, 1:3] = [(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))]
        matrices[joint, :3, 3] = (0.02 * joint, 0.0, 0.05 * joint)
    return matrices


def silhouette(mesh: Mesh, points: np.ndarray) -> np.ndarray:
    """The pixels (height, width) whose middles lie in a triangle of points (v, 3) that faces the camera."""
    corners = CAMERA.project(points, WIDTH, HEIGHT)[:, :2][mesh.triangles]
    inside = np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
    for a, b, c in corners:
        low, high = np.floor(np.min((a, b, c), axis=0)).astype(int), np.ceil(np.max((a, b, c), axis=0)).astype(int)
        y, x = np.mgrid[low[1] : high[1], low[0] : high[0]] + 0.5
        area = (b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0]
        if area < -1e-9:  # pixels count downwards: this one faces the camera
            second = ((x - a[0]) * (c - a)[1] - (y - a[1]) * (c - a)[0]) / area
            third = ((b - a)[0] * (y - a[1]) - (b - a)[1] * (x - a[0])) / area
            inside[low[1] : high[1], low[0] : high[0]] |= (second >= 0) & (third >= 0) & (second + third <= 1)
    return inside


@pytest.mark.parametrize("influences", [1, 2, 4, 6, 8])
def test_a_skin_is_drawn_where_its_joints_carry_it_together(influences: int) -> None:
    mesh, palette = bent_tube(influences), bend(influences)
    pixels = painted(alone(drawn_skin(mesh, palette)), CAMERA).sum(axis=2) > 60
    by_hand = silhouette(mesh, posed_by_hand(mesh, palette))
    assert by_hand.sum() > 5_000
    assert (pixels ^ by_hand).sum() < 0.03 * by_hand.sum(), "the edges are smoothed"


def test_a_palette_may_have_a_thousand_joints() -> None:
    """More than a uniform block holds."""
    mesh = bent_tube(4)
    nothing = np.full((996, 2, 3), np.nan)
    far = replace(mesh, joints=mesh.joints + 996, boxes=np.concatenate([nothing, mesh.boxes]))
    palette = np.concatenate([np.tile(np.eye(4), (996, 1, 1)), bend(4)])
    few, many = (painted(alone(drawn_skin(*each)), CAMERA) for each in ((mesh, bend(4)), (far, palette)))
    np.testing.assert_allclose(few, many, atol=2)


def test_a_figure_may_have_several_meshes_that_one_palette_poses() -> None:
    tube, palette = bent_tube(4), bend(4)
    pieces = [replace(tube, triangles=part) for part in np.array_split(tube.triangles, 2)]
    parted = drawn_skin(tube, palette, meshes=tuple(map(Levels.of, pieces)))
    np.testing.assert_array_equal(painted(alone(parted), CAMERA), painted(alone(drawn_skin(tube, palette)), CAMERA))


def calls(monkeypatch: pytest.MonkeyPatch, name: str) -> list[tuple]:
    """Return what a function of OpenGL is called with from now on."""
    found: list[tuple] = []
    function: Callable = getattr(GL, name)
    monkeypatch.setattr(GL, name, lambda *given: found.append(given) or function(*given))
    return found


def uploads_of_four(monkeypatch: pytest.MonkeyPatch) -> list[np.ndarray]:
    """The rows of four numbers that go to the graphics card from now on: the rectangles that are composed."""
    found: list[np.ndarray] = []
    function: Callable = GL.glBufferData

    def upload(target: int, size: int, data: np.ndarray, usage: int) -> None:
        if data.ndim == 2 and data.shape[1] == 4 and usage == GL.GL_STREAM_DRAW:
            found.append(data)
        function(target, size, data, usage)

    monkeypatch.setattr(GL, "glBufferData", upload)
    return found


def lifted(by: float) -> Posed:
    """Anna so many metres higher."""
    return moved(rest_pose(RIG), (0.0, 0.0, by))


def test_a_mesh_is_uploaded_once_and_a_palette_only_where_its_figure_has_changed(monkeypatch) -> None:
    """Both figures have the same mesh, and both have it once."""
    document, others = two(), beside(ASIDE)
    painted(scene(document, lifted(0.0), others=others))
    uploads = calls(monkeypatch, "glBufferData")

    def palettes() -> int:
        return sum(target == GL.GL_TEXTURE_BUFFER for target, *_ in uploads)

    painted(scene(document, lifted(0.1), others=others))
    assert palettes() == 1, "that of the figure that is edited"
    assert not any(target == GL.GL_ELEMENT_ARRAY_BUFFER for target, *_ in uploads)
    uploads.clear()
    painted(scene(document, lifted(0.1), others=beside((1.0, 0.0, 0.0))))
    assert palettes() == 2


def test_figures_that_are_still_are_drawn_once_while_another_is_dragged(monkeypatch) -> None:
    """The second frame draws them beside the picture; where the camera turns, or one moves, all are drawn."""
    document, others = two(), beside(ASIDE)
    draws, counts = calls(monkeypatch, "glDrawElements"), []
    turned = replace(Camera(), yaw=0.5)
    frames = [(0.0, others, Camera()), (0.1, others, Camera()), (0.2, others, Camera()), (0.3, others, Camera())]
    frames += [(0.4, others, turned), (0.5, others, turned), (0.6, others, turned)]
    frames += [(0.7, beside((1.0, 0.0, 0.0)), turned)]
    painted(scene(Document.of(RIG), rest_pose(RIG)))
    for height, away, camera in frames:
        draws.clear()
        painted(scene(document, lifted(height), others=away), camera)
        counts.append(len(draws))
    assert counts == [2, 2, 1, 1, 2, 2, 1, 2]


@pytest.mark.parametrize("ground", [None, Steps(rise=0.25, start=-1.5, count=6)])
def test_what_is_copied_of_still_figures_is_what_would_be_drawn(ground: Ground | None) -> None:
    """Anna goes through Ben, who is half hidden by her and half before her, with a ghost and an outline."""
    document = two(selected=("chest",), active="chest").on_ground(ground)
    others, overlay = beside((0.15, 0.1, 0.0)), Overlay(highlighted=("forearm.L",), ghost=REST)

    def seen(by: float) -> Scene:
        pose = moved(rest_pose(RIG), (by, 0.0, 0.0))
        return scene(document, pose, overlay, display=Display(in_front=ground is None), others=others)

    for by in (0.3, 0.2, 0.1):
        copied = painted(seen(by))
    np.testing.assert_allclose(copied, painted_without_screen(seen(0.1)), atol=2)
    painted(seen(0.1), replace(Camera(), yaw=0.5))
    np.testing.assert_array_equal(copied, painted(seen(0.1)), "all are drawn where the camera was another one")


def test_only_what_the_edited_figure_touches_is_composed_while_it_is_dragged(monkeypatch) -> None:
    """As many pixels as of the figure alone, but for the tiles of the other one that lie in its rectangle."""
    document, others = two(), beside((1.2, 0.0, 0.0))
    boxes, away_from_both = uploads_of_four(monkeypatch), Camera(target=(0.6, 0.0, 1.0), distance=8.0, yaw=0.0)

    def composed(height: float, away: dict[str, Posed]) -> float:
        boxes.clear()
        painted(scene(document, lifted(height), others=away), away_from_both)
        return sum(float((each[:, 2] * each[:, 3]).sum()) for each in boxes)

    alone = composed(0.0, {})
    drawn = [composed(height, others) for height in (0.1, 0.2, 0.3, 0.4)]
    assert drawn[0] > 1.7 * alone
    assert max(drawn[2:]) < 1.3 * alone


def test_as_many_draws_and_uploads_as_one_figure_ever_had(monkeypatch) -> None:
    """A figure with a ghost: two palettes, and two draws."""
    before = REST.copy()
    before[:, 0, 3] += 0.1
    seen = scene(Document.of(RIG), rest_pose(RIG), Overlay(ghost=before))
    painted(seen)
    uploads, draws = calls(monkeypatch, "glBufferData"), calls(monkeypatch, "glDrawElements")
    painted(replace(seen, figures=(replace(seen.figure),)))
    assert [target for target, *_ in uploads].count(GL.GL_TEXTURE_BUFFER) == 2 and len(draws) == 2


def test_a_mesh_that_is_not_drawn_any_more_is_freed(monkeypatch) -> None:
    tube = drawn_skin(bent_tube(4), bend(4))
    painted(alone(tube, drawn_skin(bent_tube(8), bend(8))), CAMERA)
    freed = calls(monkeypatch, "glDeleteVertexArrays")
    buffers = calls(monkeypatch, "glDeleteBuffers")
    painted(alone(tube), CAMERA)
    assert len(freed) == 1 and len(buffers) == 10, "eight inputs, the triangles, and the palette"
    painted(alone(tube), CAMERA)
    assert len(freed) == 1


def test_two_figures_are_where_they_are_and_the_nearer_hides_the_farther() -> None:
    document, pose = two(), rest_pose(RIG)
    one = figure_of(painted(scene(document, pose)))
    both = figure_of(painted(scene(document, pose, others=beside(ASIDE))))
    assert (both & one).sum() > 0.98 * one.sum()
    assert both.sum() > 1.8 * one.sum()
    behind = painted(scene(document, pose, others=beside((0.0, 1.0, 0.0))))
    differs = np.abs(behind - painted(scene(document, pose))).max(axis=2) > 60
    assert differs[one].mean() < 0.005, "but for the edges, which are smoothed"
    before = figure_of(painted(scene(document, pose, others=beside((0.0, -2.0, 0.0)))))
    assert before.sum() > 1.5 * one.sum()


@pytest.mark.parametrize("orthographic", [False, True])
def test_a_figure_at_a_place_is_seen_with_its_bones_as_a_camera_in_its_own_space_sees_them(orthographic: bool) -> None:
    """But for the floor, which stays."""
    place = Place((1.0, -2.0, 0.0), 0.7, 1.5)
    camera = replace(Camera(target=(1.0, -2.0, 1.4), distance=7.0), orthographic=orthographic)
    marks = {"selected": ("chest",), "active": "chest"}
    display = Display(names=True, axes=True, figure="off")
    placed, here = (
        replace(scene(each, rest_pose(RIG), display=display), background=BLACK)
        for each in (put(two(**marks), ANNA, place), two(**marks))
    )
    np.testing.assert_allclose(painted(placed, camera), painted(here, camera.within(place.matrix)), atol=40)
    differs = np.abs(painted(placed, camera) - painted(here, camera.within(place.matrix))).max(axis=2) > 8
    assert differs.mean() < 0.002


def test_another_figure_at_a_place_is_drawn_there() -> None:
    document, pose, at = two(), rest_pose(RIG), Place(ASIDE)
    by_pose = painted(scene(document, pose, others=beside(ASIDE)))
    there = painted(scene(put(document, BEN, at), pose, others={BEN: pose}))
    np.testing.assert_array_equal(there, by_pose)
    large = painted(scene(put(document, BEN, Place(ASIDE, 0.0, 1.3)), pose, others={BEN: pose}))
    assert figure_of(large).sum() > 1.2 * figure_of(by_pose).sum()


def test_each_figure_casts_its_shadow() -> None:
    document, pose = two(), rest_pose(RIG)
    shadow = (-0.35 + ASIDE[0], 0.45, 0.0)
    bare, cast = (painted(scene(document, pose, others=others)) for others in ({}, beside(ASIDE)))
    x, y, _ = Camera().project([shadow], WIDTH, HEIGHT)[0].round().astype(int)
    near = slice(y - 2, y + 3), slice(x - 2, x + 3)
    assert cast[near].mean() < bare[near].mean() - 4


def test_another_figure_under_the_pointer_is_outlined_whole() -> None:
    document, pose, others = two(), rest_pose(RIG), beside(ASIDE)
    plain = painted(scene(document, pose, others=others))
    hovered = painted(scene(document, pose, Overlay(hovered_figure=BEN), others=others))
    changed = np.abs(hovered - plain).sum(axis=2) > 60
    rows, columns = np.nonzero(changed)
    left = Camera().project([(ASIDE[0] - 0.65, 0.0, 1.0)], WIDTH, HEIGHT)[0, 0]
    assert changed.sum() > 600 and columns.min() > left and np.ptp(rows) > 0.8 * HEIGHT * 0.7


def test_a_skin_casts_the_shadow_of_its_triangles_along_the_key_light() -> None:
    """Where the middle of its upper end throws it, by hand; and nothing beside that."""
    mesh, palette = bent_tube(4), np.tile(np.eye(4), (4, 1, 1))
    floor = Background(fill=(90, 90, 90, 255), grid=False)
    camera, above = Camera(target=(0.0, 0.0, 0.0), distance=6.0, yaw=0.0, pitch=1.2), 0.8
    key = key_light(camera, fixed=False)
    thrown = np.array([*(-key[:2] / key[2] * above), 0.0])
    cast, bare = (
        painted(replace(alone(drawn_skin(mesh, palette)), background=each), camera)
        for each in (floor, replace(floor, shadow=False))
    )
    dark = (bare - cast).mean(axis=2)

    def at(place: np.ndarray) -> float:
        x, y, _ = camera.project([place], WIDTH, HEIGHT)[0].round().astype(int)
        return float(dark[y - 1 : y + 2, x - 1 : x + 2].mean())

    aside = np.array([thrown[1], -thrown[0], 0.0]) / np.linalg.norm(thrown)
    assert at(thrown) > 12
    assert at(thrown + 0.4 * aside) < 2 and at(thrown - 0.4 * aside) < 2 and at(-thrown) < 2
    assert at(thrown * 1.7) < 2, "beyond the end"


def test_the_map_of_depths_is_rendered_where_the_figure_has_moved_and_costs_no_capsule(monkeypatch) -> None:
    skin = drawn_skin(bent_tube(4), bend(4))
    painted(alone(skin), CAMERA)
    draws, uniforms = calls(monkeypatch, "glDrawElements"), calls(monkeypatch, "glUniform1i")
    painted(alone(skin), CAMERA)
    assert len(draws) == 1 and uniforms
    painted(alone(replace(skin, palette=skin.palette.copy())), CAMERA)
    assert len(draws) == 3, "the depths, and the body"


def test_light_fills_its_map_with_what_is_in_it() -> None:
    chance = np.random.default_rng(3)
    for key in (np.array((0.0, 0.0, 1.0)), np.array((0.36, -0.48, 0.8))):
        around = chance.normal((3.0, -2.0, 1.0), 1.0, size=(8, 3))
        clip = around @ light_matrix(around, key)[:3, :3].T + light_matrix(around, key)[:3, 3]
        np.testing.assert_allclose(np.abs(clip).max(axis=0), 1.0 / 1.04)
        nearest = np.argmax(around @ key)
        assert np.argmin(clip[:, 2]) == nearest
