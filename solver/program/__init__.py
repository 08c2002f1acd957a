"""A rig as the kernels want it: an order of steps, and names turned into rows of numbers."""
