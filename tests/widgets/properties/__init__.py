"""Tests of `widgets/properties`."""
