"""Tests of `widgets/fitting`."""
