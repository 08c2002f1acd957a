"""Tests of `widgets/forms`."""
