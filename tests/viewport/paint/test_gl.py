"""Our calls of OpenGL: all that the painters name is there, under the standard's numbers; errors are raised."""

from __future__ import annotations

import re

import numpy as np
import pytest
from OpenGL import GL as STANDARD

from pantin.viewport.paint.opengl.gl import GL, WAITING, GLError
from tests.sources import modules
from tests.viewport.driven import Driven

NAMED = {
    name
    for path in modules("viewport")
    for name in re.findall(r"\bGL\.(gl\w+|GL_\w+)|\"(gl[A-Z]\w+)\"", path.read_text("utf-8"))
    for name in name
    if name
}


@pytest.fixture
def current(driven: Driven):
    driven.view.makeCurrent()
    yield
    driven.view.doneCurrent()


def test_every_constant_that_is_named_is_that_of_the_standard() -> None:
    constants = {name for name in NAMED if name.startswith("GL_")}
    assert len(constants) > 40
    assert {name: getattr(GL, name) for name in constants} == {name: int(getattr(STANDARD, name)) for name in constants}


def test_every_function_that_is_named_is_there(current: None) -> None:
    functions = {name for name in NAMED if not name.startswith("GL_")}
    assert len(functions) > 50
    for name in functions:
        assert callable(getattr(GL, name))


def test_a_function_that_nobody_declared_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="glNone"):
        GL.glNone  # noqa: B018


def test_what_opengl_rejects_is_raised_with_its_name(current: None) -> None:
    with pytest.raises(GLError, match=r"0x500 in glEnable"):
        GL.glEnable(0xFFFF)
    GL.glDisable(GL.GL_BLEND)


def test_arrays_in_pieces_are_rejected(current: None) -> None:
    with pytest.raises(Exception, match="in one piece"):
        GL.glDeleteTextures(1, np.zeros((4, 4), dtype=np.uint32)[:, 0])


def test_calls_that_make_a_driver_work_let_other_threads_run() -> None:
    """A picture is painted beside the window: what holds Python's lock meanwhile holds the window up."""
    working = re.compile(r"gl(Draw(?!Buffers)|Blit|Clear$|ReadPixels|TexImage|CompileShader|LinkProgram|Finish)")
    assert {name for name in NAMED if working.match(name)} == WAITING
