"""Clips over the ground: when feet stand, where they stand, and legs bent to them."""
