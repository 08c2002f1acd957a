"""Tests of `widgets/numbers`."""
