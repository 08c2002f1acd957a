"""Tests of what the panel says of balance, and what it asks for."""

from __future__ import annotations

import msgspec
import pytest

from pantin.widgets.properties.balance_section import BalanceSection

SQUARE = ((0.0, 0.0), (0.2, 0.0), (0.2, 0.2), (0.0, 0.2))


class Found(msgspec.Struct):
    margin: float
    support: tuple[tuple[float, float], ...] = SQUARE
    held: bool = False
    sits: bool = False

    @property
    def stands(self) -> bool:
        return bool(self.support) and self.margin >= 0.0


@pytest.fixture
def section(shown) -> BalanceSection:
    return shown(BalanceSection())


@pytest.mark.parametrize(
    "found, said, distance",
    [
        (Found(0.06), "Over the feet", "6.0 cm to the edge"),
        (Found(-0.04), "Not over the feet", "4.0 cm outside"),
        (Found(0.06, sits=True), "Sitting in balance", "6.0 cm to the edge"),
        (Found(0.0, ()), "No pinned foot stands", ""),
        (None, "No pinned foot stands", ""),
    ],
)
def test_it_says_where_the_centre_of_mass_is(section, found, said, distance) -> None:
    section.show_balance(True, found)
    assert (section.row.said, section.row.distance) == (said, distance)
    assert section.row.isVisible() and section.bring.isEnabled() is bool(distance)


@pytest.mark.parametrize("support", [SQUARE, ()])
def test_it_says_that_pins_carry_the_figure(section, support) -> None:
    section.show_balance(True, Found(-0.04, support, held=True))
    assert (section.row.said, section.row.distance) == ("Held by pins", "")


def test_switched_off_there_is_a_switch_alone(section) -> None:
    section.show_balance(False, None)
    assert not section.row.isVisible() and not section.bring.isVisible() and not section.switch.isChecked()
    assert section.sizeHint().height() == section.head.height() + 1, "no room is kept below"
    section.show_balance(True, Found(0.06))
    assert section.sizeHint().height() > section.head.height() + section.row.height() + section.bring.height()


def test_its_head_opens_it_where_it_is_off_and_folds_it_where_it_is_on(section, qtbot) -> None:
    section.show_balance(False, None)
    with qtbot.waitSignal(section.action_asked) as asked:
        section.head.click()
    assert asked.args == ["show_balance"]
    section.show_balance(True, Found(0.06))
    with qtbot.assertNotEmitted(section.action_asked):
        section.head.click()
        qtbot.waitUntil(lambda: not section.row.isVisible())
        section.head.click()
    assert section.row.isVisible() and section.is_open()


def test_switch_and_button_ask_for_actions(section, qtbot) -> None:
    section.show_balance(True, Found(0.06))
    with qtbot.waitSignal(section.action_asked) as asked:
        section.bring.click()
    assert asked.args == ["over_the_feet"]
    with qtbot.waitSignal(section.action_asked) as asked:
        section.switch.click()
    assert asked.args == ["show_balance"]
