"""A frame that goes wrong is painted again with everything made anew; one that cannot be painted is said once."""

from __future__ import annotations

import pytest
from OpenGL import GL
from PySide6 import QtGui

from pantin.viewport.paint.opengl.meshes import MeshPainter
from tests.viewport.driven import Driven


def _parts(driven: Driven):
    return driven.view._shown_frame._painter._parts


def test_a_program_that_has_gone_is_made_anew_within_the_frame(driven: Driven) -> None:
    plain = driven.view.grabFramebuffer()
    before = _parts(driven)
    driven.view.makeCurrent()
    GL.glUseProgram(0)
    GL.glDeleteProgram(before.meshes._programs[1, "body"].id)
    GL.glDeleteTextures(1, [before.meshes._palettes[0].texture])
    driven.view.doneCurrent()
    assert driven.view.grabFramebuffer() == plain
    assert _parts(driven) is not before


def test_another_program_under_the_name_of_ours_is_noticed(driven: Driven) -> None:
    """Contexts share names: glUniformMatrix4fv fails with error 1282 where the name now means another program."""
    plain = driven.view.grabFramebuffer()
    parts = _parts(driven)
    wood = parts.meshes._programs[1, "body"]
    wood.id = parts.floor._floor.id
    wood._locations["camera"] = parts.floor._floor._location("cell")
    assert driven.view.grabFramebuffer() == plain


def test_an_error_that_somebody_else_left_is_not_ours(driven: Driven) -> None:
    plain = driven.view.grabFramebuffer()
    driven.view.makeCurrent()
    library = QtGui.QOpenGLContext.currentContext().functions()
    library.glEnable(0xFFFF)  # not through PyOpenGL, which would raise it here
    driven.view.doneCurrent()
    assert driven.view.grabFramebuffer() == plain


def test_a_picture_that_cannot_be_painted_is_said_once(driven: Driven, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    driven.view.painting_failed.connect(said.append)
    with monkeypatch.context() as broken, qtbot.capture_exceptions() as errors:
        broken.setattr(MeshPainter, "paint", lambda *_: 1 / 0)
        for _ in range(3):
            driven.view.grabFramebuffer()
    assert len(errors) == len(said) == 1 and "could not be painted" in said[0]
    driven.view.grabFramebuffer()
    with monkeypatch.context() as broken, qtbot.capture_exceptions() as errors:
        broken.setattr(MeshPainter, "paint", lambda *_: 1 / 0)
        driven.view.grabFramebuffer()
    assert len(said) == 2


def test_a_picture_leaves_the_context_that_was_current(driven: Driven) -> None:
    driven.view.makeCurrent()
    before = QtGui.QOpenGLContext.currentContext()
    driven.view.picture((40, 30))()
    assert QtGui.QOpenGLContext.currentContext() is before
    driven.view.doneCurrent()
