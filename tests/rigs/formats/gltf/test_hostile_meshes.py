"""Characters made to hurt are drawn in part, or not at all, and what is missing is said; memory stays within bounds.

How long each takes is measured by the bench `hostile`.
"""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from pantin.rigs import Unreadable
from pantin.rigs.formats.gltf.meshes import MOST_SENTENCES, character
from pantin.viewport.paint.decoding import decoded
from pantin.viewport.values.loaded_character import LoadedCharacter
from pantin.viewport.values.pictures import Pictures
from tests.rigs.formats.hostile_meshes import KINDS
from tests.rigs.samples import is_one_sentence

COUNT, MOST = 12_000, 300_000_000

WHOLE = (
    *("materials by the million", "meshes by the million", "skins by the million"),
    *("single rows that are nowhere", "a large picture of one colour"),
)
"""Kinds of which nothing is missing: what there is too much of is not drawn, or is none."""


@pytest.mark.parametrize("name", [name for name in KINDS if not name.startswith("large pictures")])
def test_what_is_missing_is_said(name: str, tmp_path: Path, qapp) -> None:
    path = tmp_path / "hostile.glb"
    path.write_bytes(KINDS[name](COUNT))
    tracemalloc.start()
    try:
        found = character(path)
    except Unreadable as problem:
        assert is_one_sentence(problem.what)
        return
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < MOST
    pictures = Pictures(found.pictures, longest=64)
    for _place in decoded(pictures):
        pass
    said = (*found.left_out, *pictures.refused)
    assert len(said) <= MOST_SENTENCES + 1 and all("\n" not in each and each.endswith(".") for each in said), said
    assert said or name in WHOLE
    if found.parts:
        mesh = LoadedCharacter(found, pictures).mesh(2).full
        assert len(mesh.triangles) and int(mesh.triangles.max()) < len(mesh.positions)
