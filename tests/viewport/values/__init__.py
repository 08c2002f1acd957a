"""Tests of `viewport/values`."""
