"""Tests of `viewport/scene/ground`."""
