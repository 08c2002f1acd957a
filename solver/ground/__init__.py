"""Feet on the ground: where soles come to stand, and how far the hips come down for them."""
