"""Whole poses as edits: which bones are partners, poses flipped from side to side, poses mixed.

These act on the document's own numbers. `solver.edits.poses` does the same to what one sees, where IK has its say.
"""
