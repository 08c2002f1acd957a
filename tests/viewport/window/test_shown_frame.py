"""Tests that what a view has made in OpenGL goes when the view goes, although contexts share what is made in them."""

from __future__ import annotations

import gc

from OpenGL import GL
from PySide6 import QtCore, QtGui

from pantin.viewport.values.overlay import NOTHING, Label, Overlay
from pantin.viewport.window.shown_frame import ShownFrame
from tests.viewport.driven import Driven


def living() -> set[tuple[str, int]]:
    """The textures, buffers and programs that the contexts share, without those of views that have gone."""
    QtCore.QCoreApplication.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete)
    gc.collect()
    shared, surface = QtGui.QOpenGLContext.globalShareContext(), QtGui.QOffscreenSurface()
    surface.create()
    assert shared.makeCurrent(surface)
    last = max(int(GL.glGenTextures(1)), int(GL.glGenBuffers(1)), int(GL.glCreateProgram())) + 500
    kinds = {"texture": GL.glIsTexture, "buffer": GL.glIsBuffer, "program": GL.glIsProgram}
    found = {(kind, name) for kind, exists in kinds.items() for name in range(1, last) if exists(name)}
    shared.doneCurrent()
    return found


def test_a_view_that_goes_gives_back_what_it_made(qapp, qtbot) -> None:
    before = living()
    driven = Driven()
    driven.view.resize(400, 300)
    driven.stage.show()
    with qtbot.waitExposed(driven.view):
        driven.view.show()
    driven.view.grabFramebuffer()
    made = living() - before
    driven.view.deleteLater()
    left = living() & made
    assert len(made) > 10
    assert len(left) <= 1  # the program that counting made


def test_the_surface_to_give_back_on_lasts_as_long_as_the_context(driven: Driven) -> None:
    """Left to Python, it may be gone at the end of the program before the context is."""
    assert driven.view.context().findChildren(QtGui.QOffscreenSurface)


def test_what_is_drawn_beside_the_figure_is_replaced_by_its_own_source_alone() -> None:
    frame = ShownFrame()
    blend, frames = (Overlay(labels=(Label((0.0, 0.0), text),)) for text in ("blend", "frames"))
    frame.show_extras(blend, "blend")
    frame.show_extras(frames, "frames")
    assert {label.text for label in frame.extras.labels} == {"blend", "frames"}
    frame.show_extras(NOTHING, "blend")
    assert frame.extras.labels == frames.labels
