"""The columns of what a simulation is given, and of what it keeps from one frame to the next."""

from __future__ import annotations

# The input of the entry, one row.
SECONDS = 0  # the length of the frame
FEEDBACK = 1  # 1/s: how fast errors shrink
MAX_VELOCITY = 2  # rad/s: of every joint
BY_DLS = 3  # whether steps are damped as by DLS; else as by SDLS
STEPS = 4  # of a frame; 0 chooses them
STEP_MIN, STEP_MAX = 5, 6  # seconds: bounds of the chosen steps
REITERATIONS = 7  # most repetitions of the frame, with handles at rest
PRECISION = 8  # radians and metres: a repetition that changes less is the last
BEGINS = 9  # whether this is the first frame: repetitions are not bounded by the velocity then
SETTINGS_WIDTH = 10

# Memory, one row for each joint of the program.
KEPT_LOCAL = 0  # 4: its rotation from the rest frame
KEPT_PLACE = 4  # 3: of a root of a group, where its head is carried
KEPT_REST = 7  # 4: and how its rest frame is turned there
KEPT = 11  # 1 where the row holds something
KEPT_LENGTH, KEPT_WANTED_LENGTH = 12, 13  # of a bone that stretches, by its rest length: what it has, and shall have
KEPT_JOINT_WIDTH = 14

# Memory, one row for each goal of the program.
KEPT_POSITION = 0  # 3: the target of the effector
KEPT_ROTATION = 3  # 4: the target of the owner's rotation
KEPT_POLE = 7  # 3
KEPT_GOAL = 10  # 1 where the row holds something
KEPT_GOAL_WIDTH = 11

# Ways, one row for each joint of a group: from where to where the frame of a root is carried.
FROM_PLACE, FROM_REST = 0, 3  # 3, 4
TO_PLACE, TO_REST = 7, 10  # 3, 4
WAY_WIDTH = 14
