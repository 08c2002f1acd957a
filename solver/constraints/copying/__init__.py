"""Kinds that give a bone what others have: their place, rotation or size, blended with its own."""
