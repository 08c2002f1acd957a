"""Every row of the tables of mouse and drag is true: each key in it is pressed on a real view, in both presets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pantin.app.keyboard.key_tables import drag, pointer
from pantin.app.keyboard.keymap import PRESETS, Keymap
from tests.app.keyboard import drag_proofs, mouse_proofs
from tests.viewport import driven as views
from tests.viewport.driven import Driven

PROOFS = mouse_proofs.PROOFS | drag_proofs.PROOFS


def rows() -> Iterator[tuple[str, str, str]]:
    """Every key of every row that no action stands for: preset, key, what it does."""
    for preset in PRESETS:
        for _, table in (pointer(preset), drag(Keymap(preset))):
            for keys, text in table:
                for key in keys:
                    yield preset, key, text


@pytest.fixture(scope="module")
def lasting_view(qapp) -> Iterator[Driven]:
    """The view that the rows share."""
    made = views.on_screen()
    yield made
    views.close(made)


@pytest.fixture
def driven(lasting_view: Driven) -> Driven:
    lasting_view.as_new()
    lasting_view.view.frame_all()
    return lasting_view


@pytest.mark.parametrize(("preset", "keys", "text"), list(rows()))
def test_the_row_is_true(driven: Driven, preset: str, keys: str, text: str) -> None:
    driven.switches = Keymap(preset).switches
    driven.view.change_navigation(preset=preset)
    driven.view.show_switches(driven.switches)
    PROOFS[text](driven, keys)


def test_every_proof_has_its_row() -> None:
    assert set(PROOFS) == {text for _, _, text in rows()}
