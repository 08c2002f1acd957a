"""Tests of `viewport/scene`."""
