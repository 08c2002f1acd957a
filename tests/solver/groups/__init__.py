"""Tests of `solver/groups`."""
