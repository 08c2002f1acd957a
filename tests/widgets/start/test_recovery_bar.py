"""The card that offers unsaved work."""

from __future__ import annotations

from pantin.widgets.start.recovery_bar import RecoveryBar


def test_the_last_offer_counts_no_others_though_it_reads_as_the_one_before(qtbot) -> None:
    bar = RecoveryBar()
    qtbot.addWidget(bar)
    bar.fit(900)
    bar.offer("leg.rig.json", "Today", [("leg.rig.json", "Today")])
    assert not bar.others_button.isHidden()
    bar.offer("leg.rig.json", "Today")
    assert bar.others_button.isHidden()
