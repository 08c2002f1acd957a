"""Tests of `widgets/solving`."""
