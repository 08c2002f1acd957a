"""Tests of `solver/edits`."""
