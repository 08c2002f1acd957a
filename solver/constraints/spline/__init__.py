"""Spline IK: a curve through control bones, and a chain that is laid along it."""
