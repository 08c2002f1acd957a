"""Tests of `solver/program`."""
