"""Posing bones in armature space: moved, rotated and scaled by hand, carried by others, kept where they are."""
