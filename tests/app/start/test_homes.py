"""`pantin convert` to a rig gives a mesh without a file of its own one beside it, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.start.command import pantin
from tests.rigs.formats.converted import homeless


def test_the_mesh_lies_beside_the_rig_and_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kept, out = homeless.kept(), tmp_path / "hero.rig.json"
    done = pantin("convert", kept, out)
    assert done.returncode == 0 and 'The mesh lies beside it as "hero.glb".' in done.stderr
    assert (tmp_path / "hero.glb").read_bytes() == kept.read_bytes()
    kept.unlink()
    assert pantin("convert", out, tmp_path / "again.glb").returncode == 0
