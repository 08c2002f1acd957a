"""Edits of the bones themselves at rest: drawn out, divided, joined, merged, rolled and removed."""
