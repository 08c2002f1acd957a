"""Tests of `widgets/start`."""
