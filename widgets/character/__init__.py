"""The panel of a figure's character: its parts, what its file says, its expressions, where its eyes look.

Each section shows what it is given and sends pure edits.
"""
