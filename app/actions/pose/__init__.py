"""Actions that pose a figure: tools, copying and mirroring of poses, pins, and limbs by IK or FK."""
