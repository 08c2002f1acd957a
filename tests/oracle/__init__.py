"""Blender's answers for 464 rigs, and what Pantin makes of the same rigs."""
