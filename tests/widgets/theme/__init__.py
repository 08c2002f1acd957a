"""Tests of `widgets/theme`."""
