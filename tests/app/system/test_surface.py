"""Edges are smoothed where a graphics card draws them, and only there; a full disk does not end the drawing."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from pantin.app.system.surface import do_without_a_full_cache, drawn_by_the_processor


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


@pytest.mark.parametrize("free, kept", [(1_000, False), (10**10, True)])
def test_shaders_are_kept_only_where_the_disk_has_room(
    free: int, kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mesa writes them through mapped memory: on a full disk that ends the process by SIGBUS."""
    asked: list[Path] = []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "not yet"))
    for name in ("MESA_SHADER_CACHE_DIR", "MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: asked.append(path) or SimpleNamespace(free=free))
    do_without_a_full_cache()
    assert asked == [tmp_path] and ("MESA_SHADER_CACHE_DISABLE" in os.environ) != kept
