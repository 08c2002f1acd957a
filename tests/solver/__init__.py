"""Tests of `solver`."""
