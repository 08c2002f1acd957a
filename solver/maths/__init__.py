"""Vectors, rotations, small linear algebra and joint coordinates, as kernels."""
