"""Tests of `solver/methods`."""
