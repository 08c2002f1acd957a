"""Tests of `solver/maths`."""
