"""Kinds that keep the place, the rotation, the size or the distance of a bone within bounds."""
