"""Tests of `rigs/formats`."""
