"""The real window, with somebody in front of it: one for all tests of this room, as new before each of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pantin.app.window.window import Window
from tests.app import lasting_window
from tests.app.lasting_window import LastingWindow
from tests.app.person import Person

__all__ = ["Person"]


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of pictures of poses that all windows share."""
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture(scope="package")
def lasting(
    qapp, warm_solver: None, tmp_path_factory: pytest.TempPathFactory, pictures: Path
) -> Iterator[LastingWindow]:
    """The window that the tests of this room share, made when the first of them asks for it."""
    shared = LastingWindow(tmp_path_factory.mktemp("settings"), pictures)
    yield shared
    shared.close()


@pytest.fixture(scope="module")
def shared(lasting: LastingWindow) -> Iterator[LastingWindow]:
    """That window, which goes out of the way after the tests of a file."""
    yield lasting
    lasting.hide()


@pytest.fixture
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window on the screen, nothing open yet. `own_window` marks tests of what a window is or does only once."""
    if request.node.get_closest_marker("own_window"):
        yield from _only_for_this(request)
    else:
        yield request.getfixturevalue("shared").as_new()


@pytest.fixture
def person(window: Window, qtbot) -> Person:
    """Somebody in front of the window with the humanoid open, before whom the solver is ready."""
    found = Person(window)
    window.activateWindow()
    window.view.setFocus()
    window.setUpdatesEnabled(False)
    found.open_sample("humanoid")
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    """What a test begins with is painted when the test looks, or with the first that it does."""
    if "person" in pyfuncitem.funcargs:
        pyfuncitem.funcargs["person"].window.setUpdatesEnabled(True)


def _only_for_this(request: pytest.FixtureRequest) -> Iterator[Window]:
    request.getfixturevalue("qapp")
    request.getfixturevalue("warm_solver")
    lasting_window.hide_all()
    made = lasting_window.shown()
    yield made
    lasting_window.close(made)
