"""Edges are smoothed where a graphics card draws them, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

from pantin.app.system.surface import drawn_by_the_processor


@pytest.mark.parametrize("device", ["dri/renderD128", "nvidia0", "dxg"])
def test_a_graphics_card_shows_in_the_devices(device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("LIBGL_ALWAYS_SOFTWARE")
    assert drawn_by_the_processor(tmp_path)
    (tmp_path / device).parent.mkdir(exist_ok=True)
    (tmp_path / device).touch()
    assert not drawn_by_the_processor(tmp_path)


def test_software_can_be_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("LIBGL_ALWAYS_SOFTWARE", "1")
    (tmp_path / "nvidia0").touch()
    assert drawn_by_the_processor(tmp_path)


def test_elsewhere_a_card_is_taken_for_granted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    assert not drawn_by_the_processor(tmp_path)
