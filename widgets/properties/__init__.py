"""The panel of properties: the selected bones at rest, their pose, their joints, their limb, their constraints.

Each section shows what it is given and sends pure edits.
"""
