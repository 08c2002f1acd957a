"""Tests of `viewport/picking`."""
