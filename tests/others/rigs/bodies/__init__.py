"""Skeletons that are placed in meshes of other people."""
