"""Pictures in bands: the same pixels as in one piece, and never more of them at once than a band has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pantin.rigs.document import Document
from pantin.rigs.ground.kinds import Steps
from pantin.solver import rest_pose
from pantin.viewport.paint import offscreen
from pantin.viewport.paint.figure_picture import figure_picture
from pantin.viewport.paint.opengl import bands
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.scene.scene import Background
from tests.viewport.pictures import RIG, picture

SIZE = (240, 300)
CHOSEN, POSE = Document.of(RIG, selected=("hand.L",), active="hand.L"), rest_pose(RIG)
FEW = 7_000
"""Pixels of a band here: a picture twice as large has 42 of them."""


@pytest.fixture(autouse=True)
def own_context(qapp) -> Iterator[None]:
    yield
    offscreen.release()


@pytest.mark.parametrize("fill", [None, (43, 45, 50, 255), "view"])
@pytest.mark.parametrize("ground", [None, Steps(rise=0.2, start=0.5, count=3)])
@pytest.mark.parametrize("controls", [False, True])
def test_a_picture_in_bands_is_the_same_to_the_pixel(monkeypatch, fill, ground, controls: bool) -> None:
    document = CHOSEN.on_ground(ground)
    found = []
    for most in (FEW, 10**9):
        offscreen.release()
        monkeypatch.setattr(bands, "BAND", most)
        background = Background(fill, grid=controls)
        found.append(figure_picture(document, POSE, SIZE, background=background, controls=controls))
    assert found[0] == found[1] and picture(found[0]).std() > 1.0


def test_no_more_than_a_band_is_waited_for_at_once(monkeypatch) -> None:
    monkeypatch.setattr(bands, "BAND", FEW)
    scissor, finish = GL.glScissor, GL.glFinish
    done: list[int] = []
    monkeypatch.setattr(GL, "glScissor", lambda *part: done.append(part[2] * part[3]) or scissor(*part))
    monkeypatch.setattr(GL, "glFinish", lambda: done.append(0) or finish())
    figure_picture(CHOSEN, POSE, SIZE, background=Background(grid=False))
    wide, high = (round(offscreen.OVERSAMPLING * side) for side in SIZE)
    pieces, finished = done[::2], done[1::2]
    assert max(pieces) <= FEW and not any(finished) and len(pieces) == len(finished)
    assert sum(pieces) > wide * high, "the background, and what lies around the figure"


@pytest.mark.parametrize(("slow", "most"), [(1e-5, bands.LEAST), (1e-7, 200_000), (1e-9, bands.BAND)])
def test_bands_are_as_high_as_the_renderer_is_quick(monkeypatch, slow: float, most: int) -> None:
    """Seconds for a pixel. The window waits for a moment, and a quick renderer is not held up by many bands."""
    now = [0.0]
    pieces: list[int] = []
    scissor, finish = GL.glScissor, GL.glFinish

    def finish_slowly() -> None:
        now[0] += pieces[-1] * slow
        finish()

    monkeypatch.setattr(bands, "perf_counter", lambda: now[0])
    monkeypatch.setattr(GL, "glScissor", lambda *part: pieces.append(part[2] * part[3]) or scissor(*part))
    monkeypatch.setattr(GL, "glFinish", finish_slowly)
    figure_picture(CHOSEN, POSE, (1200, 800), background=Background(grid=False))
    assert pieces[0] <= bands.LEAST
    assert max(pieces) == pytest.approx(most, rel=0.02)
