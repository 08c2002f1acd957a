"""Which number stands in which column: the tables that the kernels work on.

All tables are two-dimensional arrays of float64, one row for each bone, joint or goal; a name here is the column where
a quantity begins. One kind of array everywhere keeps the kernels small: numba compiles each of them once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.float64]
"""Two-dimensional, with the columns below."""

Matrices = NDArray[np.float64]
"""Three-dimensional: (n, 4, 4)."""

Rows = NDArray[np.int64]
"""Two-dimensional, of row numbers."""

Numbers = NDArray[np.float64]
"""One-dimensional."""

Ints = NDArray[np.int64]
"""One-dimensional, of row numbers."""

# Rows of bones: what does not change while a rig is posed.
OFFSET = 0  # 16: rest frame in the parent's, row-major; for a root in armature space
REST = 16  # 16: rest frame in armature space
REST_TURN = 32  # 4: the rotation of OFFSET, a quaternion
LENGTH = 36
BONE_LOWER = 37  # 3: bounds of the joint, radians; both 0 where locked
BONE_UPPER = 40  # 3
STIFFNESS = 43  # 3
BONE_STRETCH = 46
CARRIER = 47  # the row of the parent, −1 for a root
FLAGS = 48
BONE_LEAST = 49  # 3: the bounds as solving compares them (`coordinates`): swings as half-angle sines
BONE_MOST = 52  # 3
BONE_WIDTH = 55

CONNECTED, INHERIT_ROTATION, INHERIT_SCALE = 1, 2, 4
"""Bits of FLAGS."""

FREE = 10.0
"""A bound, radians, that nothing reaches: the axis is not limited."""

# Rows of poses: location 0–2, rotation 3–6, scale 7–9.
POSE_WIDTH = 10

# Rows of constraints other than IK: who is concerned, and behind that what the kind needs.
CONSTRAINT_KIND, OWNER, TARGET, OWNER_SPACE, TARGET_SPACE, INFLUENCE, HEAD_TAIL = range(7)
AXES, INVERT, MIX, ADD_OFFSET = 7, 10, 13, 14  # copies; 3 each of the first two
TRACK_AXIS, TRACK_SIGN = 7, 8
LEAST, MOST = 7, 10  # limits of location, rotation, scale; 3 each
LIMIT_KEEP, LIMIT_RADIUS = 7, 8  # limits of distance
READ, WRITE = 7, 8  # transformations
READ_FROM, READ_TO, FOLLOWS, WRITE_FROM, WRITE_TO = 9, 12, 15, 18, 21  # 3 each
MAP_MIX, EXTRAPOLATE = 24, 25
CONSTRAINT_WIDTH = 26

COPY_LOCATION, COPY_ROTATION, COPY_SCALE, COPY_TRANSFORMS, DAMPED_TRACK = range(5)
LIMIT_LOCATION, LIMIT_ROTATION, LIMIT_SCALE, LIMIT_DISTANCE, TRANSFORMATION = range(5, 10)
"""Kinds of constraints."""

OWN, OTHER = 0, 1
"""Rows of the two matrices that a constraint works on: its owner and its target."""

SPACE_POSE, SPACE_LOCAL, SPACE_LOCAL_WITH_PARENT = 0, 1, 2
MIX_REPLACE, MIX_ADD, MIX_BEFORE, MIX_AFTER = 0, 1, 2, 3
CHANNEL_LOCATION, CHANNEL_ROTATION, CHANNEL_SCALE = 0, 1, 2

# Rows of steps: a kind and the row that it is about.
STEP_FORWARD, STEP_CONSTRAIN, STEP_RECONNECT, STEP_SOLVE = 0, 1, 2, 3

# Rows of groups: the joints and the goals that are solved together.
FIRST_JOINT, LAST_JOINT, FIRST_GOAL, LAST_GOAL, GROUP_SOLVER = 0, 1, 2, 3, 4
GROUP_WIDTH = 5

# Rows of hinges, one for each joint: the axis, in its rest frame, about which alone it turns; (0, 0, 0) for any.
HINGE_AXIS = 0  # 3
HINGE_LOWER, HINGE_UPPER = 3, 4  # radians
HINGE_EASE = 5
HINGE_WIDTH = 6

# Rows of links, one for each goal: who is concerned.
LINK_TIP, LINK_BONE, LINK_OWNER, LINK_TARGET, LINK_POLE, LINK_GRAB = range(6)
LINK_STRETCH, LINK_STEPS, LINK_SOFT_REACH, LINK_BLEND = 6, 7, 8, 9
LINK_POLE_ANGLE, LINK_WEIGHT, LINK_ROTATION_WEIGHT = 10, 11, 12
LINK_TOLERANCE, LINK_FROM_REST, LINK_PLANAR = 13, 14, 15
LINK_KIND, LINK_ROOT, LINK_RADIUS, LINK_KEEP = 16, 17, 18, 19
LINK_LET_PLACE, LINK_LET_TURN = 20, 23  # 3 each
LINK_OWN_AXES, LINK_DECAY, LINK_BLEND_BY, LINK_VOLUME = 26, 27, 28, 29
LINK_WIDTH = 30

BLEND_BONES, BLEND_LINE, BLEND_ARC = 0, 1, 2

# Rows of joints: the chain that is being solved.
BONE = 0  # the row of its bone
ABOVE = 1  # the joint that carries it, −1 for a root
BOUNDED = 2  # whether a bound or a lock holds it
STRETCH = 3  # how much it lengthens for its share, 0 … 1
LONGER = 4  # its length now, in rest lengths
BASE = 5  # 4: rotation of the rest frame, in the joint above; for a root in armature space
FIRST = 9  # 4: rotation in armature space before solving
LINK = 13  # 3: from the joint above to this one, in the axes of that; for a root its place
LOWER = 16  # 3: bounds of COORDS, as `coordinates` compares them
UPPER = 19  # 3
EASE = 22  # 3: how willingly it turns about each axis: 1 − stiffness, 0 where locked
LOCAL = 25  # 4: the turn from the rest frame
COORDS = 29  # 3: LOCAL of a bounded joint in its coordinates
OUTWARD = 32  # 2: the normal (x, z) of the bound that the swing stands on; 0 inside
WORLD = 34  # 4: rotation in armature space now
HEAD = 38  # 3: where the joint is now
TURNED = 25  # LOCAL, COORDS, OUTWARD, WORLD and HEAD: what changes while solving
TURN_AXES = 41  # 9: the axes in armature space about which it turns when its coordinates grow
VOLUME = 50  # whether it grows thinner as it grows longer
JOINT_WIDTH = 51

# Rows of goals.
TIP = 0  # the last joint of its chain
WEIGHT = 1
ROTATION_WEIGHT = 2  # 0 where the rotation is free
POLED = 3  # how much its pole has to say, 0 … 1; 0 where there is none
POLE_ANGLE = 4
REACH = 5  # 3: the effector, in the axes of the tip
LEAN = 8  # 4: the rotation of the goal's owner, in the axes of the tip
PLACE = 12  # 3: where the effector should be
TURN = 15  # 4: how the owner should be turned
POLE = 19  # 3: the point to bend towards
KIND = 22
ROOT = 23  # the first joint of its chain
RADIUS = 24  # how far from PLACE the effector should be: 0 but for distances
KEEP = 25
LET_PLACE = 26  # 3: 1 for each axis along which the position is free
LET_TURN = 29  # 3: and about which the rotation is
OWN_AXES = 32  # whether those of the position are the owner's axes, not the target's
LOSS = 33  # what part of its pull the rotation loses from one joint to the one above, for want of reach
GOAL_WIDTH = 34

GOAL_POSE, GOAL_DISTANCE, GOAL_JOINT = 0, 1, 2
"""Kinds of goals. For a joint's rotation TURN and the owner's rotation are turns from its rest frame."""

KEEP_ON, KEEP_INSIDE, KEEP_OUTSIDE = 0, 1, 2

# Rows of reports.
RESIDUAL, REACHED, ITERATIONS, POLE_UNDEFINED = 0, 1, 2, 3
REPORT_GOAL, REPORT_EFFECTOR = 4, 7  # 3 each
REPORT_METHOD = 10
REPORT_ROOT, REPORT_LENGTH = 11, 14  # where the chain begins (3), and how long it is when straight
REPORT_ROTATION = 15  # what is left of the rotation, radians
REPORT_WIDTH = 16

# Rows of traces, one for each goal: how far it was from being met, step by step.
TRACED = 0  # how many distances follow
TRACE_PLACE = 1  # 3: where the effector should be
TRACE_RADIUS, TRACE_KEEP = 4, 5
TRACE = 6  # the distances, metres: before the first step and after each
TRACE_MOST = 128  # the last of them is always the newest
TRACE_WIDTH = TRACE + TRACE_MOST

SOLVER_AUTO, SOLVER_CCD, SOLVER_FABRIK, SOLVER_DLS, SOLVER_SDLS, SOLVER_LM, SOLVER_SPRING = range(7)
"""Which solver is asked for. Those of one and of two bones are what Auto chooses for such chains."""

METHOD_TWO_BONE, METHOD_LEVENBERG, METHOD_CCD, METHOD_FABRIK, METHOD_ONE_BONE = 0, 1, 2, 3, 4
METHOD_DLS, METHOD_SDLS, METHOD_SPRING = 5, 6, 7
"""Which one a goal got."""
