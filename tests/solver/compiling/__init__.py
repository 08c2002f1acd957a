"""Tests of `solver/compiling`."""
