"""A view on the screen with buttons over it, which the tests of a file share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pantin.widgets.floating.grouped_menu import GroupedMenu
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme
from tests.app.overlay.bound import Bound
from tests.viewport import driven as views
from tests.viewport.driven import LEFT


@pytest.fixture(scope="module")
def lasting_bound(qapp) -> Iterator[Bound]:
    """The view and the buttons that the tests of this file share."""
    made = Bound(views.on_screen())
    yield made
    views.close(made.driven)


@pytest.fixture
def bound(request: pytest.FixtureRequest, qapp) -> Iterator[Bound]:
    """As new. `own_window` marks tests that leave other buttons or actions behind."""
    apply_theme(theme.DARK)
    if alone := request.node.get_closest_marker("own_window"):
        made = Bound(views.on_screen())
    else:
        made = request.getfixturevalue("lasting_bound")
        made.as_new()
    made.view.activateWindow()
    made.view.frame_all()
    yield made
    if alone:
        views.close(made.driven)


@pytest.fixture
def opened(bound: Bound, qtbot) -> Iterator:
    """Opens the menu of a button."""

    def open_menu(word: str) -> GroupedMenu:
        button = bound.opening(word)
        qtbot.mouseClick(button, LEFT)
        qtbot.waitUntil(button.menu.isVisible)
        return button.menu

    yield open_menu
    for menu in bound.view.findChildren(GroupedMenu):
        menu.close()
