"""A pin that holds nothing while its foot is lifted looks so in the view, in the tree and among the pins."""

from __future__ import annotations

import numpy as np

from pantin.app.window.panels.side_panels import released
from pantin.widgets.theme import theme
from pantin.widgets.theme.appearance import appearance
from tests.app.person import Person


def test_the_pin_of_a_foot_that_is_lifted_is_grey_everywhere_and_green_again_where_it_stands(person: Person) -> None:
    person.open_sample("humanoid")
    person.session.select(("foot.L",), "foot.L")
    person.wait_for_the_pose()
    green = theme.colour(appearance().theme.pin)
    wanted = np.array((green.red(), green.green(), green.blue()))

    def seen() -> tuple[int, list[bool]]:
        greens = (np.abs(person.picture() - wanted).max(axis=2) < 24).sum()
        panels = person.window.panels
        rows = panels.properties.prepare().pins.rows[: len(person.session.shown.rig.pins)]
        in_tree = "foot.L" in panels.hierarchy.tree._model.roles.released
        return int(greens), [in_tree, *(row.released for row in rows)]

    standing, held = seen()
    assert held == [False, False, False] and released(person.session) == frozenset()
    x, y = person.where("foot.L", 0.1)
    person.drag((x, y), (x + 20, y - 60), (x + 30, y - 110))
    assert released(person.session) == {"foot.L"}
    lifted, loose = seen()
    assert loose == [True, True, False] and 0 < lifted < 0.7 * standing
    person.shortcut("Ctrl+Z")
    again, put_back = seen()
    assert put_back == held and again > 0.95 * standing
