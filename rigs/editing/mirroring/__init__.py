"""Edits of both sides of a figure: mirror images, symmetry, and edits repeated on the other side."""
