"""The panel of properties: rest pose, pose, joints, limb and constraints of the selected bones.

Each section shows what it is given and sends pure edits.
"""
