"""Tests of `widgets/constraints`."""
