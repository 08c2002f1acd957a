"""Tests of `rigs/editing`."""
