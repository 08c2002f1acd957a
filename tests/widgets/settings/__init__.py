"""Tests of `widgets/settings`."""
