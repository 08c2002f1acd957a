"""The tree of bones and collections: search, filter, selection, renaming, switches, and drags to another parent.

`row_view` shows the rows, `bone_tree` handles pointer and keys, `hierarchy` is the panel around them.
"""
