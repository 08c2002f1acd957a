"""Tests of `rigs/editing/building`."""
