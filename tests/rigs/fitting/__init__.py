"""Tests of `rigs/fitting`."""
