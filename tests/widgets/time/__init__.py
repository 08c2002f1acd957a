"""Tests of `widgets/time`."""
