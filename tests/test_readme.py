"""README: what it shows of the library runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pantin
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


def test_scripts_write_every_format_and_complete_every_name(tmp_path: Path) -> None:
    document = pantin.read(FOLDER / "rigs" / "arm.rig.json")
    for ending in (".glb", ".bvh", ".pose.json", ".rig.json"):
        pantin.write(document, f"{tmp_path}/figure{ending}")
        assert (tmp_path / f"figure{ending}").stat().st_size > 100
    assert len(read(tmp_path / "figure.glb").rig.bones) == 3
    assert set(pantin.__all__) <= set(dir(pantin))


def test_a_limb_that_is_not_there_is_told_with_those_that_are() -> None:
    document = pantin.read(FOLDER / "rigs" / "humanoid.rig.json")
    with pytest.raises(ValueError, match=r'"left arm" is no limb.*the limbs are "hand\.L"'):
        pantin.match_fk(document, "left arm")
