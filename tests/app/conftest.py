"""The real window, with somebody in front of it: one for all tests of a file, as new before each of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pantin.app.window.window import Window
from tests.app import lasting_window
from tests.app.lasting_window import LastingWindow
from tests.app.person import Person

__all__ = ["Person"]


@pytest.fixture(scope="module")
def lasting(qapp, warm_solver: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LastingWindow]:
    """The window that the tests of this file share, made when the first of them asks for it."""
    shared = LastingWindow(tmp_path_factory.mktemp("settings"))
    yield shared
    shared.close()


@pytest.fixture
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window on the screen, nothing open yet. `own_window` marks tests of what a window is or does only once."""
    if request.node.get_closest_marker("own_window"):
        yield from _only_for_this(request)
    else:
        shared: LastingWindow = request.getfixturevalue("lasting")
        yield shared.as_new()


@pytest.fixture
def person(window: Window, qtbot) -> Person:
    """Somebody in front of the window with the humanoid open, before whom the solver is ready."""
    found = Person(window, qtbot)
    window.activateWindow()
    window.view.setFocus()
    with lasting_window.unpainted(window):
        found.open_sample("humanoid")
    return found


def _only_for_this(request: pytest.FixtureRequest) -> Iterator[Window]:
    request.getfixturevalue("qapp")
    request.getfixturevalue("warm_solver")
    lasting_window.hide_all()
    made = lasting_window.shown()
    yield made
    lasting_window.close(made)
