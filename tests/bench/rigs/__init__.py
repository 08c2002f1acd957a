"""Edits and files: how quickly large rigs are built, what hostile files cost, what other programs read of ours."""
