"""Tests of `widgets/poses`."""
