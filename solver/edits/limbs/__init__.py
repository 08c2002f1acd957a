"""Edits of limbs: adding and removing controls, switching between IK and FK, dragging, what holds a handle."""
