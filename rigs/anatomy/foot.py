"""The shape assumed of every foot, in lengths of the foot from the ankle to the tip of the toes, seen from above."""

HEEL = 0.35
"""Distance of the heel behind the ankle."""
FLOOR = 0.25
"""A foot whose lowest point is no higher than this stands on the floor at 0, as shoes are drawn a little above it."""
