"""Edits that need a solver: Auto IK, posing in armature space, limbs made without moving, pole angles."""
