"""Tests of weights that meshes get."""
