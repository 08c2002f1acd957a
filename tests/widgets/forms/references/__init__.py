"""Tests of `widgets/forms/references`."""
