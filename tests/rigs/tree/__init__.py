"""Tests of `rigs/tree`."""
