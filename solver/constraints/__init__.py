"""Constraints other than IK, as kernels: copying, limiting, tracking, transforming, and the spaces they act in."""
