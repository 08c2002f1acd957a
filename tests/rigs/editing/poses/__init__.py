"""Tests of `rigs/editing/poses`."""
