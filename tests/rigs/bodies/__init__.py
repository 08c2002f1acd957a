"""Tests of skeletons that are placed in meshes."""
