"""What the tests of the view share: one on a real screen for each file, in front of somebody who drives it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.viewport import driven as views
from tests.viewport.driven import Driven


@pytest.fixture(scope="module")
def lasting_view(qapp) -> Iterator[Driven]:
    """The view that the tests of this file share."""
    made = views.on_screen()
    yield made
    views.close(made)


@pytest.fixture
def driven(request: pytest.FixtureRequest, qapp) -> Iterator[Driven]:
    """As new. `own_window` marks tests of what a view does only once, or at other sizes."""
    if alone := request.node.get_closest_marker("own_window"):
        made = views.on_screen()
    else:
        made = request.getfixturevalue("lasting_view")
        made.as_new()
        made.view.activateWindow()
    made.view.setFocus()
    yield made
    if alone:
        views.close(made)
