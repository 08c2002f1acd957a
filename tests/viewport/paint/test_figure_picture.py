"""Pictures of the figure: no controls unless asked for, any background, full detail whatever paints them."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6 import QtCore, QtGui

from pantin.rigs.document import Document
from pantin.rigs.ground.kinds import Steps
from pantin.solver import rest_pose
from pantin.viewport.paint import offscreen
from pantin.viewport.paint.figure_picture import FILLED, PLAIN, figure_picture, framing
from pantin.viewport.paint.opengl import egl, mesh_on_card
from pantin.viewport.paint.opengl.painter import Painter
from pantin.viewport.paint.opengl.wood import grain
from pantin.viewport.scene.scene import Background, Display
from pantin.viewport.values.camera import Camera
from tests.viewport.pictures import RIG, at_rest, figure_of

SIZE = (240, 300)
TRANSPARENT = Background(fill=None, grid=False)
POSE = rest_pose(RIG)
CHOSEN = Document.of(RIG, selected=("hand.L",), active="hand.L")


def pixels(image: QtGui.QImage) -> np.ndarray:
    """Red, green, blue and alpha (height, width, 4)."""
    image = image.convertToFormat(QtGui.QImage.Format.Format_RGBA8888)
    data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return data[:, : 4 * image.width()].reshape(image.height(), image.width(), 4).astype(int)


def drawn(background: Background = PLAIN, controls: bool = False, document: Document = CHOSEN, **more) -> np.ndarray:
    return pixels(figure_picture(document, POSE, SIZE, background=background, controls=controls, **more))


def test_a_transparent_picture_has_nothing_in_its_corner_wood_in_its_middle_and_a_shadow(qapp) -> None:
    found = drawn(TRANSPARENT)
    assert found[:3, :3, 3].max() == 0
    wood = figure_of(found) & (found[:, :, 3] == 255)
    assert wood.sum() > 0.05 * wood.size
    shadow = (found[:, :, 3] > 20) & (found[:, :, 3] < 200) & (found[:, :, :3].max(axis=2) < 20)
    assert shadow.sum() > 200
    bare = drawn(replace(TRANSPARENT, shadow=False))
    assert ((bare[:, :, 3] > 20) & (bare[:, :, :3].max(axis=2) < 20)).sum() < 20


def test_the_grain_of_a_vertex_is_computed_only_where_pixels_have_none_of_their_own(qapp, monkeypatch) -> None:
    """That takes a fifth of a picture, and on a graphics card a good part of a frame in which bones are drawn."""
    asked: list[bool] = []
    monkeypatch.setattr(mesh_on_card, "grain", lambda points, rows: asked.append(True) or grain(points, rows))
    offscreen.release()
    fine = drawn()
    assert not asked
    monkeypatch.setattr(offscreen, "Painter", lambda detail, **_how: Painter(detail, fine=False))
    offscreen.release()
    cheap = drawn()
    offscreen.release()
    assert asked and np.abs(fine - cheap).max() > 4


def test_a_coloured_ground_is_that_colour_to_the_corners(qapp) -> None:
    found = drawn(Background(fill=(43, 45, 50, 255), grid=False))
    for corner in (found[0, 0], found[0, -1], found[-1, 0], found[-1, -1]):
        assert corner.tolist() == [43, 45, 50, 255]


def test_controls_are_there_only_where_they_are_asked_for(qapp) -> None:
    camera = framing(CHOSEN, POSE, SIZE)
    without, plain, asked = (
        drawn(camera=camera),
        drawn(camera=camera, document=Document.of(RIG)),
        drawn(camera=camera, controls=True, document=Document.of(RIG)),
    )
    np.testing.assert_array_equal(without, plain), "selecting leaves no trace"
    differs = np.abs(asked - plain).max(axis=2) > 40
    shown = at_rest(RIG)
    heads = np.concatenate([shown.bones.heads, shown.bones.tails, [control.axes[:3, 3] for control in shown.controls]])
    places = camera.project(heads, *SIZE)[:, :2]
    rows, columns = np.nonzero(differs)
    apart = np.hypot(columns[:, None] - places[:, 0], rows[:, None] - places[:, 1]).min(axis=1)
    assert len(rows) > 300 and apart.max() < 60, "only where bones, handles and poles are"
    assert not differs[:, :8].any() and not differs[:, -8:].any()


def test_a_picture_of_a_view_without_its_figure_shows_the_figure(qapp) -> None:
    assert figure_of(drawn(display=Display(figure="off"))).sum() == figure_of(drawn()).sum() > 1000


@pytest.mark.parametrize("size", [(400, 100), (100, 400), (37, 53)])
def test_the_figure_fills_a_picture_of_any_shape(qapp, size: tuple[int, int]) -> None:
    found = pixels(figure_picture(Document.of(RIG), POSE, size, background=replace(TRANSPARENT, shadow=False)))
    there = found[:, :, 3] > 128
    rows, columns = np.flatnonzero(there.any(axis=1)), np.flatnonzero(there.any(axis=0))
    filled = max(np.ptp(rows) / size[1], np.ptp(columns) / size[0])
    assert FILLED - 0.08 < filled < FILLED + 0.04


def test_outlines_have_no_corners(qapp, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is where it would be with many more spokes, and not where the view of a software renderer has it."""
    document, size = Document.of(RIG), (420, 600)

    def outline(detail: float) -> np.ndarray:
        monkeypatch.setattr(offscreen, "DETAIL", detail)
        monkeypatch.setattr(offscreen, "LARGE", 0 if detail != 1.0 else offscreen.LARGE)
        image = figure_picture(document, POSE, size, Camera(distance=4.0), replace(TRANSPARENT, shadow=False))
        return pixels(image)[:, :, 3] > 127

    ours, finest, coarse = outline(1.0), outline(4.0), outline(0.6)
    assert (ours ^ finest).sum() < 0.5 * (coarse ^ finest).sum()
    assert (ours ^ finest).sum() < 0.01 * finest.sum()


@pytest.mark.parametrize("controls", [False, True])
def test_any_thread_may_draw_the_same_picture_without_a_surface(qapp, controls: bool) -> None:
    found: list[np.ndarray] = []
    thread = threading.Thread(target=lambda: found.append(drawn(TRANSPARENT, controls)))
    thread.start()
    thread.join(60)
    assert np.abs(found[0] - drawn(TRANSPARENT, controls)).max() <= 2


@pytest.mark.parametrize("controls", [False, True])
def test_another_thread_paints_the_same_pixels_on_a_surface_for_it(qapp, controls: bool) -> None:
    surface = offscreen.surface_for_another_thread(QtCore.QObject(qapp))
    assert surface is not None
    found: list[np.ndarray] = []
    thread = threading.Thread(target=lambda: found.append(drawn(controls=controls, surface=surface)))
    thread.start()
    thread.join(60)
    assert (found[0] == drawn(controls=controls)).all()


def test_one_context_serves_all_pictures_and_goes_when_it_is_told(qapp) -> None:
    drawn()
    kept = list(offscreen._studios)
    drawn()
    assert offscreen._studios == kept and len(kept) == 1
    offscreen.release()
    assert not offscreen._studios
    assert figure_of(drawn()).any()


def test_the_context_goes_when_no_picture_was_asked_for_during_a_while(qapp, qtbot, monkeypatch) -> None:
    """A software renderer keeps 25 MB for it."""
    offscreen.release()
    monkeypatch.setattr(offscreen, "IDLE", 0.05)
    monkeypatch.setattr(offscreen, "_idle_release", offscreen._IdleRelease())
    before = drawn()
    assert not offscreen.is_released()
    qtbot.waitUntil(offscreen.is_released)
    assert (drawn() == before).all()
    qtbot.waitUntil(offscreen.is_released)


def test_where_there_is_no_opengl_a_sentence_says_what_to_install(qapp, monkeypatch: pytest.MonkeyPatch) -> None:
    offscreen.release()
    monkeypatch.setattr(QtGui.QOpenGLContext, "create", lambda _self: False)
    monkeypatch.setattr(egl, "context", lambda: None)
    with pytest.raises(offscreen.NoOpenGL, match="apt-get install libegl1"):
        drawn()


def test_what_a_large_picture_needs_is_given_back(qapp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its layers would keep some hundred megabytes until the program ends."""
    drawn()
    monkeypatch.setattr(offscreen, "LARGE", 0)
    drawn()
    assert not offscreen._studios


def test_steps_are_seen_under_the_figure_and_not_in_a_transparent_picture(qapp) -> None:
    """Seen from the side, steps that lead down stand before the background of the view."""
    camera = Camera(target=(0.0, 0.0, 0.5), distance=7.0, yaw=1.2, pitch=0.3)
    stepped = CHOSEN.on_ground(Steps(rise=0.3, start=0.5))
    flat, steps = (drawn(document=each, camera=camera) for each in (CHOSEN, stepped))
    assert (np.abs(flat - steps).max(axis=2) > 20).mean() > 0.05
    clear = [drawn(replace(TRANSPARENT, shadow=False), document=each, camera=camera) for each in (CHOSEN, stepped)]
    np.testing.assert_array_equal(clear[0][:, :, 3] > 128, clear[1][:, :, 3] > 128)
