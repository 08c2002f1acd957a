"""README: what it shows of the library runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pantin import evaluate, read
from pantin.resources import FOLDER

TOP = Path(__file__).parents[1]


def test_the_library_does_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (shown,) = re.findall(r"```python\n(.*?)```", (TOP / "README.md").read_text("utf-8"), re.DOTALL)
    figure = (FOLDER / "rigs" / "humanoid.rig.json").read_text("utf-8")
    (tmp_path / "figure.rig.json").write_text(figure)
    monkeypatch.chdir(tmp_path)
    made: dict[str, object] = {}
    exec(shown, made)
    assert read(tmp_path / "copy.rig.json") == made["document"]
    hand = evaluate(made["pulled"]).heads[evaluate(made["pulled"]).index["hand.L"]]
    assert abs(hand - (0.4, -0.6, 1.5)).max() < 1e-3
