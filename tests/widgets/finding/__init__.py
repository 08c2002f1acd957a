"""Tests of `widgets/finding`."""
