"""Tests of `solver/chains`."""
