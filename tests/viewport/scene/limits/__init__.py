"""Tests of `viewport/scene/limits`."""
