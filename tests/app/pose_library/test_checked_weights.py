"""Facts about weights beside the bends: what fails is amber, and its points are marked in the view."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pantin.app.session.clip_frame import BendLook
from pantin.viewport.values.brush import Brush
from pantin.widgets.character.checked_section import CheckedSection
from tests.app.files.painted_tube import painter, pixel, written
from tests.app.person import Person

__all__ = ["painter"]


def section(person: Person, holds: Callable[[CheckedSection], bool] = lambda _found: True) -> CheckedSection:
    """The facts, once they are what is waited for."""

    def there() -> bool:
        found = person.window.findChildren(CheckedSection)
        return bool(found) and found[0].isVisible() and holds(found[0])

    person.wait_until(there)
    return person.window.findChildren(CheckedSection)[0]


def test_only_what_fails_can_be_shown(painter: Person) -> None:
    """Each point of the tube hangs on one bone, which tears it beside its joint as soon as that bends."""
    found = section(painter)
    assert [found.rows[check].fact.value for check in ("loose", "crowded", "sides")] == ["none", "1", "0.0 %"]
    fact = found.rows["torn"].fact
    assert fact.points > 0 and fact.label.startswith("Tears in ")
    assert [check for check, button in found.buttons.items() if button.isVisible()] == ["torn"]
    found.buttons["torn"].click()
    painter.wait_for_the_pose()
    frame = painter.session.frame
    assert isinstance(frame, BendLook) and fact.label == f"Tears in {frame.clip.name}"
    painter.view.pick_tool("select")
    assert not found.isVisible() and painter.session.frame is None


def test_a_side_that_was_forgotten_is_told_and_marked(painter: Person) -> None:
    section(painter)
    painter.view.change_settings(brush=Brush(mode="subtract", radius=0.25, strength=1.0, through=True))
    painter.drag(pixel(painter, 0.4, -0.15, 1.0), pixel(painter, 0.9, -0.15, 1.0))
    written(painter)
    found = section(painter, lambda each: each.rows["sides"].fact.points > 0)
    fact = found.rows["sides"].fact
    assert float(fact.value.removesuffix(" %")) > 5.0
    assert found.buttons["sides"].isVisible()
    before = painter.picture()
    found.buttons["sides"].click()
    after = painter.picture()
    x, y = (round(each * painter.view.devicePixelRatioF()) for each in pixel(painter, 0.6, -0.15, 1.0))
    near = slice(y - 30, y + 30), slice(x - 30, x + 30)
    assert (np.abs(after[near].astype(int) - before[near].astype(int)).max(axis=2) > 40).sum() > 20
    found.buttons["sides"].click()
    again = painter.picture()
    assert (np.abs(again[near].astype(int) - before[near].astype(int)).max(axis=2) > 40).sum() < 5
