"""Tests of `viewport/window`."""
