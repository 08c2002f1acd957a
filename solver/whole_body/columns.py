"""The columns of the two tables of a whole-body solve: a row for each bone that takes part, and one for each goal.

Lengths are in heights of the body. A name is the column where a quantity begins, a comment its number of columns.
"""

from __future__ import annotations

# Bones, parents first. Row 0 is the root.
PARENT = 0  # row of the bone that carries it, −1 for the root
CARRIED = 1  # whether it turns with its parent
LINK = 2  # 3: from the parent's head to its own, in the parent's axes
BASE = 5  # 4: rotation at rest, from the parent's axes; where it is not carried, and of the root, from armature space
LOWER = 9  # 3: limits of COORDS, in the form of `maths.joint_coordinates`
UPPER = 12  # 3
FREE = 15  # 3: 1 where the coordinate may change
COST = 18  # 3: what a change of each coordinate costs, per square radian: what costs less turns first
START = 21  # 3: COORDS before solving
COORDS = 24  # 3: the rotation from rest, in the coordinates of `maths.joint_coordinates`
WORLD = 27  # 4: rotation in armature space
HEAD = 31  # 3: position, armature space
AXES = 34  # 9: rotation vectors, armature space, per unit of each coordinate
LOCAL = 43  # 4: the rotation from rest; filled when all is solved
DRAWN = 47  # 3: by how much each coordinate is drawn back to START, per square radian
TRUNK = 50  # whether it is of the trunk, which waits while an arm is led to its target
BONE_WIDTH = 51

# Goals: bones that are pulled, and bones that are pinned.
GOAL_BONE = 0  # row of its bone
OFFSET = 1  # 3: from the bone's head to the target point, in the bone's axes
TARGET = 4  # 3: where that point should be, armature space
TARGET_ROTATION = 7  # 4: how the bone should be turned, armature space
HAS_ROTATION = 11  # whether TARGET_ROTATION counts
PINNED = 12  # whether it is a pin: pins come before what is pulled
PIVOT = 13  # 3: about which a pulled point is led to its target
ABOUT_PIVOT = 16  # whether it is led about PIVOT; else along a line
BEGIN = 17  # 3: where the point was before solving
NOW = 20  # 3: where it is led to in this step
GOAL_WIDTH = 23

# The input of the entry beside the tables, one row.
ROOT_FREE = 0  # whether the root moves and turns
ROOT_MOVE_COST = 1  # what moving the root costs, per square height
ROOT_TURN_COST = 2  # what turning the root costs, per square radian
ROOT_DRAWN = 3  # by how much the root is drawn back to how it was turned before solving, per square radian
DAMPING = 4  # how much the steps are damped in which pulled points are led to their targets
TRUNK_WAITS = 5  # how much more root and trunk cost in those steps
LEADING_STEPS = 6  # how many those are
SMALLER_STEPS = 7  # whether far misses ask for more and smaller ones
MOST_REFINING = 8  # most steps that refine the pose there
ENDS_BELOW = 9  # the last of these is one that lessens the energy by less
SETTINGS = 10

# What an entry tells, one row.
ITERATIONS = 0
DRIFT = 1  # how far the pin that is farthest off is from its place, heights
MISSED = 2  # how far the pulled point that is farthest off is from its target, heights
FIGURES = 3
