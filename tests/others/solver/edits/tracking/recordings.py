"""The recordings of tracked points among the samples."""

from __future__ import annotations

from tests.others.samples import SAMPLES

MOTIONS = tuple(sorted((SAMPLES / "trackers").glob("*.json")))
