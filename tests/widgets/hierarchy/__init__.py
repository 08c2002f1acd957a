"""Tests of `widgets/hierarchy`."""
