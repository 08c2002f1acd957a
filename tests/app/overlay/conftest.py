"""A view on the screen, with buttons over it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pantin.widgets.floating.grouped_menu import GroupedMenu
from pantin.widgets.theme import theme
from pantin.widgets.theme.appearance import appearance
from tests.app.overlay.bound import Bound
from tests.viewport.driven import LEFT, Driven, on_screen


@pytest.fixture
def driven(qtbot, qapp) -> Driven:
    appearance().apply_theme(theme.DARK)
    driven = on_screen()
    qtbot.addWidget(driven.view)
    driven.view.frame_all()
    return driven


@pytest.fixture
def bound(driven: Driven) -> Bound:
    return Bound(driven)


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
