"""Tests of `rigs/anatomy`."""
