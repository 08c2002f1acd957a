"""Tests of `widgets/controls`."""
