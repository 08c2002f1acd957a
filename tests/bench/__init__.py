"""Benches: the figures that the program must keep, measured."""
