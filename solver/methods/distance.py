"""A distance as a place: of the points that keep it, and that the chain reaches, the one nearest to its effector.

A goal that is kept already turns nothing. Otherwise the effector goes to the sphere and no farther, so that it is never
deeper inside, or farther outside, than it has to be.
"""

from __future__ import annotations

from pantin.solver.chains.chain import effector, tip
from pantin.solver.chains.goals import longest_chain, residual
from pantin.solver.chains.joints import tree_root
from pantin.solver.chains.spheres import nearest_within_shell, shell_of
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.rotations import add, length, scaled, store, subtract, unit, vector

POINT = 1e-6
"""A sphere with a radius below this part of the longest chain is its centre."""


@kernel
def nearest_place(joints: Table, goals: Table) -> Table:
    """Return the only goal as one for a position: where the nearest way to its sphere ends.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `goals`
    (k, GOAL_WIDTH).
    """
    place = goals.copy()
    origin = vector(joints, tree_root(joints, tip(goals, 0)), at.HEAD)
    near, centre = subtract(effector(joints, goals, 0), origin), subtract(vector(goals, 0, at.GOAL_POSITION), origin)
    inner, outer = shell_of(joints, goals, 0)
    point = nearest_within_shell(near, centre, goals[0, at.RADIUS], inner, outer)
    store(place, 0, at.GOAL_POSITION, add(origin, point))
    place[0, at.GOAL_KIND], place[0, at.RADIUS], place[0, at.KEEP] = at.POSE_GOAL, 0.0, at.KEEP_ON
    return place


@kernel
def centre_or_place(joints: Table, goals: Table) -> Table:
    """Return `nearest_place` from inside the sphere; from outside it the centre: the nearest way to the sphere.

    What comes nearest to the centre, under limits, is inside the sphere or as near to it as can be.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `goals`
    (k, GOAL_WIDTH).
    """
    place = nearest_place(joints, goals)
    centre = vector(goals, 0, at.GOAL_POSITION)
    if length(subtract(effector(joints, goals, 0), centre)) > goals[0, at.RADIUS]:
        store(place, 0, at.GOAL_POSITION, centre)
    return place


@kernel
def on_spheres(joints: Table, goals: Table) -> Table:
    """Return the goals, with every distance that is not kept now as one that ends on its sphere; a small sphere is a
    place.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and
    `goals` (k, GOAL_WIDTH).
    """
    held, size = goals.copy(), longest_chain(joints, goals)
    for k in range(len(goals)):
        if goals[k, at.GOAL_KIND] == at.DISTANCE_GOAL and residual(joints, goals, k) > 0.0:
            held[k, at.KEEP] = at.KEEP_ON
            if goals[k, at.RADIUS] < POINT * size and goals[k, at.KEEP] != at.KEEP_OUTSIDE:
                held[k, at.GOAL_KIND], held[k, at.RADIUS] = at.POSE_GOAL, 0.0
    return held


@kernel
def places_on_spheres(joints: Table, held: Table) -> Table:
    """Return the goals `on_spheres` with the places there that are nearest now: small spheres are hard to slide on.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `held` (k, GOAL_WIDTH).
    """
    places = held.copy()
    for k in range(len(held)):
        if held[k, at.GOAL_KIND] == at.DISTANCE_GOAL and held[k, at.KEEP] == at.KEEP_ON:
            centre = vector(held, k, at.GOAL_POSITION)
            out = unit(subtract(effector(joints, held, k), centre), (0.0, 0.0, 1.0))
            store(places, k, at.GOAL_POSITION, add(centre, scaled(out, held[k, at.RADIUS])))
            places[k, at.GOAL_KIND], places[k, at.RADIUS] = at.POSE_GOAL, 0.0
    return places


@kernel
def has_distances(goals: Table) -> bool:
    """Return whether any goal is for a distance.

    Reads GOAL_KIND of `goals` (k, GOAL_WIDTH).
    """
    for k in range(len(goals)):  # noqa: SIM110  (kernels have no any())
        if goals[k, at.GOAL_KIND] == at.DISTANCE_GOAL:
            return True
    return False
