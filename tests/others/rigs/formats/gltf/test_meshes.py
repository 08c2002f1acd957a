"""Meshes of other people's characters: every point is where an independent reader has it, as the file stands."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.posed_points import corners, points
from tests.others.samples import SAMPLES, sample
from tests.rigs.formats.gltf_files import standing

TRUTHS = sorted((SAMPLES / "truth_skin").glob("*.json"))
HOSTILE = sorted((SAMPLES / "hostile").glob("*.gl*"))
UNREADABLE = {"glb_json_chunk_len_past_eof", "glb_total_length_too_small", "glb_truncated_body", "node_cycle_two"}
"""Of these nothing is read, whoever asks."""


def file_of(truth: Path) -> Path:
    folder = "vrm" if truth.stem.endswith(".vrm") else "glb"
    return Path(folder) / truth.stem


def test_there_are_truths() -> None:
    assert len(TRUTHS) > 30 and len(HOSTILE) > 10


@pytest.mark.parametrize("truth", TRUTHS, ids=lambda path: path.stem)
def test_points_are_where_another_reader_has_them(truth: Path) -> None:
    expected = [each for each in json.loads(truth.read_text("utf-8"))["primitives"] if each["in_scene"]]
    figure, found = sample(file_of(truth)).figure, character(SAMPLES / file_of(truth))
    bound = binding(figure.rig, figure.source, found)
    posed = points(found, bound, palette(bound, standing(figure)))
    assert found.left_out == () and len(posed) == len(expected)
    size = np.linalg.norm(np.ptp(np.concatenate([each.positions for each in posed]), axis=0))
    every = [each.positions @ found.turn[:3, :3] for each in posed]
    for part, each, places, other in zip(found.parts, posed, every, expected, strict=True):
        assert (part.node, len(part.triangles)) == (other["node"], other["triangles"])
        sampled = np.array(other["sample"]["positions"])
        if len(places) == other["vertices"]:
            assert np.linalg.norm(places[other["sample"]["indices"]] - sampled, axis=1).max() < 1e-6 * size
        else:  # flat surfaces have their corners taken apart, and those of other materials are in other parts
            nearest = [np.linalg.norm(places[:, None] - sampled, axis=2).min(axis=0) for places in every]
            assert np.min(nearest, axis=0).max() < 1e-6 * size
        first, second, third = (places[corners(part, each)[:, corner]] for corner in range(3))
        area = 0.5 * np.linalg.norm(np.cross(second - first, third - first), axis=1).sum()
        assert area == pytest.approx(other["area"], rel=1e-5)


@pytest.mark.parametrize("path", HOSTILE, ids=lambda path: path.stem)
def test_of_malformed_files_the_rest_is_read_or_one_sentence_said(path: Path) -> None:
    try:
        found = character(path)
    except ValueError as error:
        assert "\n" not in str(error)
        return
    assert path.stem not in UNREADABLE
    for part in found.parts:
        assert np.isfinite(part.positions).all() and part.triangles.max() < len(part.positions)
    if path.stem in ("00_control_valid", "deep_chain_5000_joints"):
        assert found.parts and found.left_out == ()
