"""Tests of `widgets/status`."""
