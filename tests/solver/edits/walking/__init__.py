"""Tests of `solver/edits/walking`."""
