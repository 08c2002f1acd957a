"""The columns of the tables that the kernels work on.

All tables are two-dimensional arrays of float64, one row for each bone, joint or goal; a name here is the column where
a quantity begins, a comment its number of columns. One type of array everywhere: numba compiles each kernel once.
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

# Bones: what does not change while a rig is posed.
OFFSET = 0  # 16: rest matrix relative to the parent's, row-major; of a root in armature space
REST = 16  # 16: rest matrix in armature space
OFFSET_ROTATION = 32  # 4: the rotation of OFFSET
LENGTH = 36
BONE_LOWER = 37  # 3: limits of the joint, radians, in its own axes, from JOINT_REST; both 0 where locked
BONE_UPPER = 40  # 3
STIFFNESS = 43  # 3
BONE_STRETCH = 46
PARENT_BONE = 47  # row of the parent, −1 for a root
FLAGS = 48
BONE_LOWER_COORDS = 49  # 3: the limits in the form of `maths.joint_coordinates`
BONE_UPPER_COORDS = 52  # 3
JOINT_ROLL = 55  # 2: from the bone's axes to those of the joint, about Y: sine and cosine of half the angle
JOINT_REST = 57  # 4: the rotation from the bone's rest axes to those from which its joint turns
BONE_WIDTH = 61

CONNECTED, INHERIT_ROTATION, INHERIT_SCALE, PARENT_LOCATION = 1, 2, 4, 8
"""Bits of FLAGS: the third where all of the parent's scale is inherited, the last where locations count along the
parent's axes instead of the bone's own at rest."""
INHERIT_MODE = 16
"""The number of how scale is inherited begins at this bit of FLAGS."""
SCALE_NONE, SCALE_FULL, SCALE_FIX_SHEAR, SCALE_ALIGNED, SCALE_AVERAGE, SCALE_NONE_LEGACY = range(6)

FREE = 10.0
"""A limit, radians, that is never reached: the axis is free."""

# Poses: location 0–2, rotation 3–6, scale 7–9; then what children do not inherit.
POSE_LENGTH, POSE_THICKNESS = 10, 11
POSE_WIDTH = 12

# Constraints other than IK: what all kinds have; the columns behind that are in `constraints.rows`.
CONSTRAINT_KIND, OWNER, TARGET, OWNER_SPACE, TARGET_SPACE, INFLUENCE, SPACE_BONE, HEAD_TAIL = range(8)
OWNER_LENGTH = 8  # rest length of the owner, metres
TARGETS = 9  # for a kind with several targets: how many rows follow, each with a TARGET and its weight as INFLUENCE
CONSTRAINT_WIDTH = 34

OWNER_ROW, TARGET_ROW = 0, 1
"""Rows of the two matrices that a constraint works on: its owner and its target."""
OWNER_REST_ROW, FIRST_TARGET_ROW = 2, 3
"""Only where there are several targets: the owner at rest, then each target as posed and at rest."""

SPACE_POSE, SPACE_LOCAL, SPACE_LOCAL_WITH_PARENT, SPACE_LOCAL_OWNER, SPACE_CUSTOM, SPACE_OF_OWNER = range(6)

# Steps: a kind, and the row of the bone, constraint or group.
STEP_FORWARD, STEP_CONSTRAIN, STEP_RECONNECT, STEP_SOLVE, STEP_FOLLOW = range(5)

# Groups: the joints and the goals that are solved together, and the number of the solver.
FIRST_JOINT, LAST_JOINT, FIRST_GOAL, LAST_GOAL, GROUP_SOLVER = 0, 1, 2, 3, 4
GROUP_WIDTH = 5

# Hinges, one row for each joint: the only axis about which it turns, in the joint's axes at rest; (0, 0, 0) for any.
HINGE_AXIS = 0  # 3
HINGE_LOWER, HINGE_UPPER = 3, 4  # radians
HINGE_MOBILITY = 5
HINGE_WIDTH = 6

# Settings, one row for each goal: which joints and bones it concerns, and how it is solved.
SETTING_TIP, SETTING_BONE, SETTING_OWNER, SETTING_TARGET, SETTING_POLE, SETTING_GRAB = range(6)
SETTING_STRETCH, SETTING_ITERATIONS, SETTING_SOFT_REACH, SETTING_BLEND = 6, 7, 8, 9
SETTING_POLE_ANGLE, SETTING_WEIGHT, SETTING_ROTATION_WEIGHT = 10, 11, 12
SETTING_TOLERANCE, SETTING_FROM_REST, SETTING_PLANAR = 13, 14, 15
SETTING_KIND, SETTING_ROOT, SETTING_RADIUS, SETTING_KEEP = 16, 17, 18, 19
SETTING_FREE_POSITION_AXES, SETTING_FREE_ROTATION_AXES = 20, 23  # 3 each
SETTING_AXES_OF_OWNER, SETTING_ROTATION_DECAY, SETTING_BLEND_BY, SETTING_KEEP_VOLUME = 26, 27, 28, 29
SETTING_DAMPING, SETTING_EPSILON = 30, 31  # of DLS
SETTING_POSITION_FIRST = 32  # whether the rotation yields to the position wherever both cannot be met
SETTING_WIDTH = 33

BLEND_BONES, BLEND_LINE, BLEND_ARC = 0, 1, 2

# Joints: the bones of a group while it is solved.
BONE = 0  # row of its bone
PARENT_JOINT = 1  # row of its parent, −1 for a root
LIMITED = 2  # whether it has a limit or a lock
STRETCH = 3  # its share of the stretch, 0 … 1
LENGTH_RATIO = 4  # its length now by its rest length
REST_ROTATION = 5  # 4: rotation of the rest frame in the parent joint; of a root in armature space
START_ROTATION = 9  # 4: rotation in armature space before solving
LINK = 13  # 3: vector from the parent joint, in the parent's axes; of a root its position
LOWER = 16  # 3: limits of COORDS, in the form of `maths.joint_coordinates`
UPPER = 19  # 3
MOBILITY = 22  # 3: 1 − stiffness about each axis, 0 where locked
LOCAL = 25  # 4: rotation from the rest frame
COORDS = 29  # 3: LOCAL of a limited joint in the coordinates of `maths.joint_coordinates`
LIMIT_NORMAL = 32  # 2: outward normal (x, z) of the limit that the swing is on; 0 inside
WORLD = 34  # 4: rotation in armature space now
HEAD = 38  # 3: position now, armature space
STATE = 25  # LOCAL, COORDS, LIMIT_NORMAL, WORLD and HEAD: what changes while solving
ROTATION_AXES = 41  # 9: the axes, armature space, about which it turns as its coordinates grow, times mobility
KEEPS_VOLUME = 50  # whether it grows thinner as it stretches
POSED_LENGTH, POSED_THICKNESS = 51, 52  # as it is posed, where it stretches; else 1
JOINT_WIDTH = 53

# Goals.
TIP = 0  # last joint of its chain
WEIGHT = 1
ROTATION_WEIGHT = 2  # 0 where no rotation is asked for
POLE_INFLUENCE = 3  # 0 … 1; 0 without a pole
POLE_ANGLE = 4
EFFECTOR_OFFSET = 5  # 3: from the tip joint to the effector, in the tip's axes
TIP_TO_OWNER = 8  # 4: rotation from the tip to the owner
GOAL_POSITION = 12  # 3: target of the effector, armature space
GOAL_ROTATION = 15  # 4: target of the owner's rotation, armature space
POLE_POSITION = 19  # 3: armature space
GOAL_KIND = 22
ROOT = 23  # first joint of its chain
RADIUS = 24  # distance of the effector from GOAL_POSITION: 0 but for distance goals
KEEP = 25
FREE_POSITION_AXES = 26  # 3: 1 for each axis along which the position is free
FREE_ROTATION_AXES = 29  # 3: 1 for each axis about which the rotation is free
AXES_OF_OWNER = 32  # whether the position's axes are the owner's, not the target's
ROTATION_FALLOFF = 33  # by which part the rotation's weight falls from joint to parent, out of reach
DAMPING = 34  # of DLS, where a singular value is 0
EPSILON = 35  # singular values from here on are not damped by DLS
HAS_POLE = 36  # whether a pole says to which side the chain bends, though it may be aside for now
GOAL_WIDTH = 37

POSE_GOAL, DISTANCE_GOAL, POSTURE_GOAL = 0, 1, 2
"""Kinds of goals. A posture goal keeps its joint's rotation: its rotations are relative to the joint's rest frame."""

KEEP_ON, KEEP_INSIDE, KEEP_OUTSIDE = 0, 1, 2

# Reports, one row for each goal.
RESIDUAL, REACHED, ITERATIONS, POLE_UNDEFINED = 0, 1, 2, 3
REPORT_GOAL, REPORT_EFFECTOR = 4, 7  # 3 each
REPORT_METHOD = 10
REPORT_ROOT, REPORT_LENGTH = 11, 14  # position of the root (3), and length of the chain
REPORT_ROTATION = 15  # remaining rotation error, radians
REPORT_POLE = 16  # angle between the bend and the side of the pole, radians
REPORT_WIDTH = 17

# Traces, one row for each goal: its residual after each step.
TRACE_COUNT = 0  # how many residuals follow
TRACE_POSITION = 1  # 3: target of the effector, armature space
TRACE_RADIUS, TRACE_KEEP = 4, 5
TRACE_RESIDUALS = 6  # residuals, metres: before the first step and after each
TRACE_CAPACITY = 128  # the last one is always the newest
TRACE_WIDTH = TRACE_RESIDUALS + TRACE_CAPACITY
