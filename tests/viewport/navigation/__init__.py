"""Tests of `viewport/navigation`."""
