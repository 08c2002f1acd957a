"""Tests of solver/whole_body."""
