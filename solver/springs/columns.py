"""The columns of the tables of springs, and the numbers that stand for shapes."""

from __future__ import annotations

# Bones that springs move or carry, in the order in which they are turned: rows of whole numbers.
MOVED_BONE, MOVED_PARENT, MOVED_JOINT = range(3)  # −1: no parent is moved; no joint
MOVED_WIDTH = 3

# Joints.
AXIS = 0  # 3: the direction of the end from the head at rest, in the bone's axes; a unit vector
LENGTH = 3  # to the end at rest, metres
PULL = 4  # 3: gravity, metres in a second, armature space
STIFFNESS = 7  # metres in a second
DRAG = 8
RADIUS = 9
FIRST_COLLIDER, LAST_COLLIDER = 10, 11
CENTRE = 12  # row of the bone, −1 without one
JOINT_WIDTH = 13

# Colliders.
SHAPE, COLLIDER_BONE = 0, 1
OFFSET = 2  # 3: in the bone's axes
TAIL = 5  # 3: the end of a capsule; the normal of a plane
COLLIDER_RADIUS = 8
INSIDE = 9
COLLIDER_WIDTH = 10

SPHERE, CAPSULE, PLANE = range(3)

# Memory: the end of each joint now and a step before, in the axes of its centre.
NOW, BEFORE = 0, 3
MEMORY_WIDTH = 6
