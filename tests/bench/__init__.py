"""Benches: the figures that the program must keep, measured, each in the room whose work it measures."""
