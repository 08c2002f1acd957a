"""Kernels that Python may call, interpreted. In the program only entries are called, and only they are compiled.

Vectors are tuples of 3 floats, quaternions of 4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pantin.solver.chains import chain, goals, jacobian, joints
from pantin.solver.compiling.kernel import entry
from pantin.solver.maths import cholesky, joint_coordinates, ldl, rotations, singular_values
from pantin.solver.methods.multistart import samples

V, Q, TABLE = "UniTuple(f8,3)", "UniTuple(f8,4)", "f8[:,::1]"


def opened(kernel: Any, signature: str) -> Callable[..., Any]:
    """`kernel` with a door to Python."""
    return entry(signature)(kernel)


multiply = opened(rotations.multiply, f"{Q}({Q},{Q})")
inverse = opened(rotations.inverse, f"{Q}({Q})")
normalised = opened(rotations.normalised, f"{Q}({Q})")
rotate = opened(rotations.rotate, f"{V}({Q},{V})")
columns = opened(rotations.columns, f"UniTuple({V},3)({Q})")
exponential = opened(rotations.exponential, f"{Q}({V})")
logarithm = opened(rotations.logarithm, f"{V}({Q})")
axis_angle = opened(rotations.axis_angle, f"{Q}({V},f8)")
shortest_arc = opened(rotations.shortest_arc, f"{Q}({V},{V},{V})")
signed_angle = opened(rotations.signed_angle, f"f8({V},{V},{V})")
slerp = opened(rotations.slerp, f"{Q}({Q},{Q},f8)")
to_quaternion = opened(rotations.to_quaternion, f"{Q}({V},{V},{V})")
rotation_along_y = opened(rotations.rotation_along_y, f"{Q}({V},{V})")
perpendicular = opened(rotations.perpendicular, f"{V}({V})")
unit = opened(rotations.unit, f"{V}({V},{V})")
wrapped = opened(rotations.wrapped, "f8(f8)")

rotation_of = opened(joint_coordinates.rotation_of, f"{Q}({V})")
bound_of_step = opened(joint_coordinates.bound_of_step, f"UniTuple(f8,3)(f8,f8,{V},f8,f8)")
coordinates_of = opened(joint_coordinates.coordinates_of, f"{V}({Q})")
rotation_columns = opened(joint_coordinates.rotation_columns, f"UniTuple({V},3)({V})")
column_rates = opened(joint_coordinates.column_rates, f"UniTuple(f8,6)({V},{V},UniTuple({V},3))")
clamp_coordinates = opened(joint_coordinates.clamp_coordinates, f"Tuple(({V},b1,f8,f8))({V},{V},{V})")
clamp_rotation = opened(joint_coordinates.clamp_rotation, f"{Q}({V},{V},{Q})")
limit_curvature = opened(joint_coordinates.limit_curvature, f"f8({V},{V},{V},f8,f8)")

forward_chain = opened(joints.forward_chain, f"void({TABLE})")
effector = opened(chain.effector, f"{V}({TABLE},{TABLE},i8)")
row_count = opened(goals.row_count, f"i8({TABLE})")
longest_chain = opened(goals.longest_chain, f"f8({TABLE},{TABLE})")
owner_rotation = opened(goals.owner_rotation, f"{Q}({TABLE},{TABLE},i8)")
errors = opened(goals.errors, f"f8({TABLE},{TABLE},f8,f8[::1])")
jacobian_of = opened(jacobian.jacobian_of, f"void({TABLE},{TABLE},f8,{TABLE})")

decompose = opened(singular_values.decompose, f"void({TABLE},{TABLE},f8[::1])")

factor = opened(cholesky.factor, f"void({TABLE})")
solve = opened(cholesky.solve, f"void({TABLE},f8[::1],f8[::1])")
solve_ldl = opened(ldl.solve, f"b1({TABLE},i8,f8[::1])")

draw = opened(samples.draw, f"Tuple(({TABLE},f8[::1]))({TABLE},{TABLE},{TABLE},b1,f8)")
