"""Tests of meshes of characters."""
