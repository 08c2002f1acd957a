"""Tests of `solver/constraints`."""
