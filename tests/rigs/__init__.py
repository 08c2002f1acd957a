"""Tests of `rigs`."""
