"""Tests of `solver/least_squares`."""
