"""Tests of `rigs/ground`."""
