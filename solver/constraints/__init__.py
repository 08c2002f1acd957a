"""Constraints other than IK, as kernels: how one acts, the spaces that they act in, and a module for each kind."""
