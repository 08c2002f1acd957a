"""What a view has made in OpenGL goes when the view goes, although contexts share what is made in them."""

from __future__ import annotations

from OpenGL import GL
from PySide6 import QtCore, QtGui

from tests.viewport.driven import Driven


def living() -> int:
    """How many textures, buffers and programs the contexts share."""
    shared, surface = QtGui.QOpenGLContext.globalShareContext(), QtGui.QOffscreenSurface()
    surface.create()
    assert shared.makeCurrent(surface)
    last = max(int(GL.glGenTextures(1)), int(GL.glGenBuffers(1)), int(GL.glCreateProgram())) + 500
    kinds = (GL.glIsTexture, GL.glIsBuffer, GL.glIsProgram)
    found = sum(bool(exists(name)) for exists in kinds for name in range(1, last))
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
    shown = living()
    driven.view.deleteLater()
    QtCore.QCoreApplication.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete)
    assert shown > before + 10
    assert living() <= before + 2  # the programs that counting made
