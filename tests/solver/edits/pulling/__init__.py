"""Tests of solver/edits/pulling."""
