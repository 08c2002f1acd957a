"""Picking of what lies under the pointer: bones, joints, shapes, and the parts of the gizmo."""
