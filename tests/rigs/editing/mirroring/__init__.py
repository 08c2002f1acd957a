"""Tests of `rigs/editing/mirroring`."""
