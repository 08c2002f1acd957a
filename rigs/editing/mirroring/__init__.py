"""Left and right: mirror images of bones and constraints, symmetrising, and edits repeated on the other side."""
