"""Tests of `solver/ground`."""
