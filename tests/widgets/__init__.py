"""Tests of `widgets`."""
