"""Whom the poses that come with Pantin are of, as for the tests of `rigs/motion`."""

from __future__ import annotations

from tests.rigs.motion.conftest import source

__all__ = ["source"]
