"""VMC datagrams: a stream gives the bones where they were, and broken ones are dropped and change nothing."""

from __future__ import annotations

from pantin.app.live.vmc import y_up, y_up_turn, z_up, z_up_turn


def test_axes_there_and_back() -> None:
    place, turn = (0.1, 0.2, 0.3), (0.1, 0.2, 0.3, 0.9)
    assert y_up(z_up(place)) == place and y_up_turn(z_up_turn(turn)) == turn
    assert z_up((0.0, 0.0, 1.0)) == (0.0, -1.0, 0.0), "forward"
    assert z_up((1.0, 0.0, 0.0)) == (-1.0, 0.0, 0.0), "the right side"
