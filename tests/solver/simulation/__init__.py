"""Simulation: bodies with speed."""
