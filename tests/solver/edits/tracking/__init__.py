"""Tests of `solver/edits/tracking`."""
