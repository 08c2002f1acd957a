"""Pictures by real OpenGL: a warm figure on a grey floor, accents where they belong, and no errors on the way."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import fields, replace
from OpenGL import GL
from PySide6 import QtGui

from pantin.rigs.document import Document
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.templates import TEMPLATES
from pantin.solver import Posed, rest_pose
from pantin.viewport.paint.opengl import painter
from pantin.viewport.paint.overlay.bubble import place
from pantin.viewport.paint.strokes.bone_lines import FEW_BONES
from pantin.viewport.scene.scene import Bones, Display, Scene
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import DARK, LIGHT, Colours
from pantin.viewport.values.overlay import (
    NOTHING,
    Bubble,
    Dot,
    Label,
    Overlay,
    Shape,
)
from tests.viewport.pictures import (
    CAMERA,
    HEIGHT,
    REST,
    RIG,
    WIDTH,
    at,
    figure_of,
    painted,
    painted_without_screen,
    scene,
)

SAME = 2
"""Grey levels that pictures of two contexts may differ by."""


def shown(overlay: Overlay = NOTHING, colours: Colours = DARK, hovered: str | None = None, **document) -> Scene:
    return scene(Document.of(RIG, **document), rest_pose(RIG), overlay, colours, hovered)


@pytest.fixture(autouse=True)
def screen(qapp) -> None:
    """A real screen with OpenGL."""


@pytest.fixture(scope="module")
def standing(qapp) -> np.ndarray:
    return painted(shown())


def test_the_wood_is_warm_and_light(standing: np.ndarray) -> None:
    red, green, blue = at(standing, (0.05, -0.10, 1.30))
    assert red > green > blue
    assert red > 150 and red - blue > 40


def test_the_figure_fills_its_silhouette(standing: np.ndarray) -> None:
    wood = figure_of(standing)
    rows, columns = np.flatnonzero(wood.any(axis=1)), np.flatnonzero(wood.any(axis=0))
    crown, sole = (CAMERA.project([(0, 0, z)], WIDTH, HEIGHT)[0, 1] for z in (1.775, 0.0))
    assert abs(rows[0] - crown) < 6 and abs(rows[-1] - sole) < 20
    assert 0.04 < wood.mean() < 0.25 and columns[-1] - columns[0] > 0.2 * WIDTH


def test_the_background_is_a_calm_grey(standing: np.ndarray) -> None:
    sky = standing[: HEIGHT // 6]
    assert np.ptp(sky.mean(axis=(0, 1))) < 12
    np.testing.assert_allclose(sky.mean(axis=(0, 1)), DARK.background[:3], atol=14)


def test_the_floor_has_a_grid_and_a_shadow(standing: np.ndarray) -> None:
    bare = painted(scene(Document.of(Rig()), Posed(())))
    floor = bare[HEIGHT * 3 // 4 :]
    assert floor.mean(axis=2).std() > 1.0
    place = (-0.35, 0.45, 0.0)  # away from the key light
    assert at(standing, place).mean() < at(bare, place).mean() - 4


def test_a_selected_bone_is_blue(standing: np.ndarray) -> None:
    place = (0.05, -0.10, 1.30)
    chosen = at(painted(shown(selected=("chest",), active="chest")), place)
    plain = at(standing, place)
    assert chosen[2] - chosen[0] > plain[2] - plain[0] + 60


def test_a_hovered_bone_has_a_light_outline(standing: np.ndarray) -> None:
    hovered = painted(shown(hovered="head"))
    changed = np.abs(hovered - standing).sum(axis=2) > 60
    assert changed.any()
    x, y, _ = CAMERA.project([(0, 0, 1.66)], WIDTH, HEIGHT)[0]
    rows, columns = np.nonzero(changed)
    assert np.hypot(rows - y, columns - x).max() < 60


def test_a_highlighted_chain_stands_out_and_a_ghost_shows_where_it_was() -> None:
    moved = REST.copy()
    moved[:, 0, 3] += 0.7
    seen = scene(Document.of(RIG), Posed(RIG.bones, moved), Overlay(highlighted=("forearm.L",), ghost=REST))
    without = scene(Document.of(RIG), Posed(RIG.bones, moved), Overlay(highlighted=("forearm.L",)))
    ghostly = painted(seen) - painted(without)
    assert at(ghostly, (0.0, 0.0, 1.3)).mean() > 5
    assert figure_of(painted(seen)).mean() < 1.1 * figure_of(painted(without)).mean()


def test_shapes_labels_and_the_bubble_are_drawn() -> None:
    line = Shape(((20.0, 20.0), (120.0, 20.0)), "limit", width=4)
    overlay = Overlay(
        shapes=(line,),
        guides=(Shape(((0, 0, 0), (0, 0, 2.0)), "axis_z", dash=(4, 3)),),
        dots=(Dot((60.0, 60.0), 6, "pin"),),
        labels=(Label((200.0, 40.0), "64°"),),
        bubble=Bubble((300.0, 200.0), count=3, longest=6),
    )
    pixels = painted(shown(overlay))
    np.testing.assert_allclose(pixels[20, 70], DARK.limit[:3], atol=12)
    np.testing.assert_allclose(pixels[60, 60], DARK.pin[:3], atol=12)
    np.testing.assert_allclose(pixels[204, 360], DARK.float_panel[:3], atol=30)


@pytest.mark.parametrize("x", [10.0, 400.0, 790.0])
@pytest.mark.parametrize("y", [120.0, 299.0, 301.0, 590.0])
def test_the_bubble_stays_inside_and_off_what_hangs_at_the_pointer(x: float, y: float) -> None:
    for pulled in (None, (400.0, 300.0)):
        left, top = place((x, y), (160.0, 32.0), (800.0, 600.0), pulled)
        assert 8 <= left <= 800 - 160 - 8 and 52 <= top <= 600 - 32 - 8
        assert not (left <= x <= left + 160 and top <= y <= top + 32), "under the pointer"


@pytest.mark.parametrize(
    "hand", [(250.0, 300.0), (150.0, 300.0), (550.0, 300.0), (700.0, 300.0), (620.0, 90.0), (790.0, 480.0)]
)
def test_the_bubble_never_lies_over_the_limb_that_is_pulled(hand: tuple[float, float]) -> None:
    """The limb goes from the hand to the middle of the figure."""
    hips = (400.0, 330.0)
    left, top = place(hand, (160.0, 52.0), (800.0, 600.0), ((hand[0] + hips[0]) / 2, (hand[1] + hips[1]) / 2))
    for part in np.linspace(0, 1, 50):
        x, y = (1 - part) * np.array(hand) + part * np.array(hips)
        assert not (left < x < left + 160 and top < y < top + 52)


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("colours", [DARK, LIGHT])
def test_every_sample_is_seen_in_both_themes(name: str, colours: Colours) -> None:
    rig = TEMPLATES[name]()
    camera = Camera().frame([point for bone in rig.bones for point in (bone.head, bone.tail)], WIDTH, HEIGHT)
    pixels = painted(scene(Document.of(rig), rest_pose(rig), colours=colours), camera)
    assert figure_of(pixels).mean() > 0.015


def test_many_bones_are_drawn_by_the_graphics_card() -> None:
    count = FEW_BONES + 20
    bones = tuple(
        Bone(
            name=f"b{i}",
            head=(0.05 * (i % 20) - 0.5, 0, 0.1 * (i // 20)),
            tail=(0.05 * (i % 20) - 0.5, 0, 0.1 * (i // 20) + 0.09),
        )
        for i in range(count)
    )
    rig = Rig(bones=bones)
    seen = scene(Document.of(rig, selected=("b5",)), rest_pose(rig))
    assert np.isfinite(painted(seen)).all()
    assert len(seen.bones.rows) == count


@pytest.mark.parametrize("rows", [2, FEW_BONES // 20 + 2])
def test_x_ray_pales_what_the_figure_hides_and_nothing_else(rows: int) -> None:
    names = [f"{'ctrl' if row == 0 else 'link'}{row}_{i}" for row in range(rows) for i in range(20)]
    places = [(0.05 * i - 0.5, 0.0, 0.1 * row) for row in range(rows) for i in range(20)]
    rig = Rig(bones=tuple(Bone(name=n, head=p, tail=(*p[:2], p[2] + 0.09)) for n, p in zip(names, places, strict=True)))
    middles = {n: (x, y, z + 0.03) for n, (x, y, z) in zip(names, places, strict=True)}
    camera = Camera().frame(places, WIDTH, HEIGHT)
    kinds = (Display(), Display(in_front=False))
    front, x_ray = (scene(Document.of(rig), rest_pose(rig), display=kind) for kind in kinds)
    bare = replace(front, bones=Bones(*(getattr(front.bones, field.name)[:0] for field in fields(Bones))))
    front, x_ray, bare = (painted(seen, camera) for seen in (front, x_ray, bare))

    def drawn(pixels: np.ndarray, name: str) -> float:
        x, y, _ = camera.project([middles[name]], WIDTH, HEIGHT)[0].round().astype(int)
        near = slice(y - 2, y + 3), slice(x - 3, x + 4)
        return np.abs(pixels[near] - bare[near]).mean()

    assert drawn(front, "ctrl0_9") > 5
    assert drawn(x_ray, "ctrl0_9") == pytest.approx(drawn(front, "ctrl0_9"), rel=0.02)
    assert drawn(front, "link1_9") > 5
    assert 0.15 < drawn(x_ray, "link1_9") / drawn(front, "link1_9") < 0.5


def test_x_ray_leaves_marked_bones_in_front() -> None:
    chosen = Document.of(RIG, selected=("chest",), active="chest")
    front, x_ray = (painted(scene(chosen, rest_pose(RIG), display=Display(in_front=front))) for front in (True, False))
    place = (0.0, 0.006, 1.25)
    np.testing.assert_allclose(at(x_ray, place), at(front, place), atol=4)


def test_the_same_scene_is_the_same_picture() -> None:
    np.testing.assert_array_equal(painted(shown()), painted(shown()))


def test_one_painter_paints_many_sizes_and_leaves_no_error() -> None:
    context, surface = QtGui.QOpenGLContext(), QtGui.QOffscreenSurface()
    surface.create()
    assert context.create() and context.makeCurrent(surface)
    wood = painter.Painter()
    texture, frame = GL.glGenTextures(1), GL.glGenFramebuffers(1)
    for width, height in ((200, 150), (320, 240), (90, 300)):
        GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
        GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_RGBA8, width, height, 0, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, None)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, frame)
        GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, texture, 0)
        wood.paint(shown(Overlay(ghost=REST), hovered="head"), CAMERA, width, height)
        assert GL.glGetIntegerv(GL.GL_DRAW_FRAMEBUFFER_BINDING) == frame
        pixels = np.frombuffer(GL.glReadPixels(0, 0, width, height, GL.GL_RGB, GL.GL_UNSIGNED_BYTE), np.uint8)
        assert figure_of(pixels.reshape(height, width, 3).astype(int)).any()
    assert GL.glGetError() == GL.GL_NO_ERROR
    context.doneCurrent()


def test_the_eye_may_stand_inside_the_figure() -> None:
    close = Camera(target=(0, 0, 1.3), distance=0.05)
    assert np.isfinite(painted(shown(Overlay(bubble=Bubble((0, 0, 1.3), count=1, longest=2))), close)).all()


def test_without_a_screen_it_is_the_same_picture() -> None:
    seen = shown(Overlay(ghost=REST, labels=(Label((200.0, 40.0), "64°"),)), hovered="head", selected=("chest",))
    assert np.abs(painted_without_screen(seen) - painted(seen)).max() <= SAME
