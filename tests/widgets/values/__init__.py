"""Tests of `widgets/values`."""
