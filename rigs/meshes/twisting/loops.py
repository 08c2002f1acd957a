"""Loops cut into a mesh across a limb, where its triangles are too long to be twisted along it.

Vertices are added on edges, where these cross planes perpendicular to the bone, so the surface stays as it is. Edges
are known by the places of their ends: what lies in one place is cut in one place, also along a seam, where corners are
split, and between materials. So no crack opens, and each triangle beside a new vertex has it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.twisting.twists import Twist, blended, posed_by, weight_of
from pantin.rigs.meshes.weighting.influences import influences_of

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Mask = NDArray[np.bool_]

NEAR = 0.02
"""Parts of the bone by which an end of an edge may lie beside a loop and counts as a part of it."""

ROUNDING = 1e-6
"""Of parts of a twist, and of the bone."""

OF_LIMB = 0.5
"""The weight from which on a vertex belongs to the limb: to the bone, what carries it and what hangs at its end."""

MOST_LOOPS = 100
"""Loops of one bone: a search for more is given up."""

HALVINGS = 20
"""Halvings of the search for even distances between loops: to a millionth of the bone."""


class Cut(NamedTuple):
    """Vertices that were added together, on edges between two that were there before."""

    ends: Rows
    """(m, 2)."""
    shares: Floats
    """(m,): how far from the first end to the second."""


class Surface:
    """Triangles in a skin, into which loops are cut: vertices follow those that were there, in order of the cuts."""

    def __init__(
        self,
        positions: NDArray[np.float32],
        joints: Rows,
        weights: Floats,
        triangles: Rows,
        owners: Rows,
        rest: Floats,
    ) -> None:
        """Hold vertices at `positions` (v, 3), moved by `joints` (v, k) with `weights`, and triangles (t, 3).

        Each triangle has a number of its own in `owners` (t), which its parts keep. `rest` (j, 4, 4) is where the
        joints take the mesh at rest.
        """
        self.positions, self.joints, self.weights, self.rest = positions, joints, weights, rest
        self.triangles, self.owners = triangles, owners
        self.cuts: list[Cut] = []
        _places, first, self._places = np.unique(positions, axis=0, return_index=True, return_inverse=True)
        self._places, self._first = self._places.ravel(), first

    def spans(self, twist: Twist, most: float) -> Floats:
        """Return where the edges that are too long begin and end along the limb (n, 2), within it."""
        at, turned = self._along(twist)
        edges = self._edges()
        edges = edges[_too_long(at[edges], turned[edges], most)]
        return np.clip(np.sort(at[edges], axis=1), 0.0, 1.0)

    def cut(self, twist: Twist, place: float, most: float) -> bool:
        """Cut the edges that are too long where they cross a place along the twist. Return whether any was."""
        at, turned = self._along(twist)
        edges = self._edges()
        crossed = (at[edges].min(axis=2) < place - NEAR) & (at[edges].max(axis=2) > place + NEAR)
        crossed &= _too_long(at[edges], turned[edges], most)
        rows = np.flatnonzero(crossed.any(axis=1))
        if not len(rows):
            return False
        corners, made = self.triangles[rows], np.full((len(rows), 3), -1)
        own = crossed[rows]
        ends = self._in_order(np.stack([corners, np.roll(corners, -1, axis=1)], axis=2)[own])
        ends, which = np.unique(ends, axis=0, return_inverse=True)
        made[own] = len(self.positions) + which.ravel()
        there = at[self._places[ends]]
        self._add(twist, Cut(ends, (place - there[:, 0]) / (there[:, 1] - there[:, 0])), most)
        self._split(rows, made)
        return True

    def _edges(self) -> Rows:
        """Return the places at the ends of the three edges (t, 3, 2) of triangles: from each corner to the next."""
        corners = self._places[self.triangles]
        return np.stack([corners, np.roll(corners, -1, axis=1)], axis=2)

    def _along(self, twist: Twist) -> tuple[Floats, Floats]:
        """Return where each place lies along a limb, and how much of the twist is had there by its vertices."""
        at = twist.along(self.positions[self._first])
        own, after = (weight_of(joints, self.joints, self.weights) for joints in (twist.joint, twist.after))
        return at, self._mean(own * np.clip(at, 0.0, 1.0)[self._places] + after)

    def _in_order(self, ends: Rows) -> Rows:
        """Return pairs of vertices (n, 2) in the order of their places, which is the same on both sides of a seam."""
        return np.where((self._places[ends[:, :1]] > self._places[ends[:, 1:]]), ends[:, ::-1], ends)

    def _add(self, twist: Twist, cut: Cut, most: float) -> None:
        """Add the vertices of a cut."""
        added = between(self.positions, cut)
        joints, weights = self._mixed(twist, cut, most)
        _pairs, first, which = np.unique(self._places[cut.ends], axis=0, return_index=True, return_inverse=True)
        added = self._held(twist, cut, added, joints, weights)[first[which.ravel()]].astype(np.float32)
        self._places = np.concatenate([self._places, len(self._first) + which.ravel()])
        self._first = np.concatenate([self._first, len(self.positions) + first])
        self.cuts.append(cut)
        self.positions = np.concatenate([self.positions, added])
        self.joints = np.concatenate([self.joints, joints])
        self.weights = np.concatenate([self.weights, weights])

    def _mixed(self, twist: Twist, cut: Cut, most: float) -> tuple[Rows, Floats]:
        """Return the joints and weights (m, k) of new vertices: between those of the ends of their edges.

        Of an edge that is longer than `most` of a limb, the middle is the bone's, as a rigger would paint it: weights
        of what carries the bone and of what hangs at its end reach no farther from the vertices that have them.
        """
        count, width = len(cut.ends), self.joints.shape[1]
        sides = np.stack([1.0 - cut.shares, cut.shares], axis=1)
        at = twist.along(self.positions[cut.ends])
        reached = np.abs(at[:, ::-1] - at).max(axis=1, keepdims=True) * (1.0 - sides) / most
        near = np.minimum(sides, np.clip(1.0 - reached, 0.0, 1.0))
        joints, beside = self.joints[cut.ends], np.concatenate([twist.before, twist.after])
        of_limb = weight_of(np.append(beside, twist.joint), self.joints, self.weights)
        is_in_limb = np.logical_and.reduce(self._mean(of_limb)[self._places[cut.ends]] > OF_LIMB, axis=1)
        is_short = np.isin(joints, beside) & is_in_limb[:, None, None]
        whole = self.weights[cut.ends] * sides[:, :, None]
        weights = np.where(is_short, self.weights[cut.ends] * near[:, :, None], whole)
        joints = np.column_stack([joints.reshape(count, -1), np.full(count, twist.joint)])
        weights = np.column_stack([weights.reshape(count, -1), (whole - weights).sum(axis=(1, 2))])
        rows = np.repeat(np.arange(count), joints.shape[1])
        found = influences_of(rows, joints.ravel(), weights.ravel(), count, width)
        return found.bones.astype(np.int64), found.weights.astype(np.float64)

    def _held(self, twist: Twist, cut: Cut, added: Floats, joints: Rows, weights: Floats) -> Floats:
        """Return places (m, 3) of new vertices, at `added` on edges, from which joints take them onto these at rest.

        They are the same where the mesh rests as it was bound. Where it does not, other weights would move them.
        """
        ends = [posed_by(self.rest, self.joints[end], self.weights[end], self.positions[end]) for end in cut.ends.T]
        meant = ends[0] + (ends[1] - ends[0]) * cut.shares[:, None]
        off = meant - posed_by(self.rest, joints, weights, added)
        rows = np.flatnonzero(twist.is_seen(off))
        moves = blended(self.rest, joints[rows], weights[rows])[:, :, :3]
        held = added.copy()
        held[rows] += np.einsum("vij,vj->vi", np.linalg.pinv(moves), off[rows])
        return held

    def _mean(self, values: Floats) -> Floats:
        """Return the mean of values (v) of the vertices in each place."""
        count = len(self._first)
        return np.bincount(self._places, values, count) / np.bincount(self._places, minlength=count)

    def _split(self, rows: Rows, made: Rows) -> None:
        """Split triangles at new vertices `made` (n, 3) on their edges, from each corner to the next; -1 for none."""
        once = (made >= 0).sum(axis=1) == 1
        lone = np.where(once, (made >= 0).argmax(axis=1), ((made < 0).argmax(axis=1) + 2) % 3)
        turn = (lone[:, None] + np.arange(3)) % 3
        a, b, c = np.take_along_axis(self.triangles[rows], turn, axis=1).T
        p, _none, q = np.take_along_axis(made, turn, axis=1).T
        q = np.where(once, c, q)  # of those cut once, the tip is a half
        is_short = self._distance(p, c) <= self._distance(b, q)
        tip = np.stack([a, p, q], axis=1)
        second = np.stack([p, b, np.where(is_short | once, c, q)], axis=1)
        third = np.where(is_short[:, None], np.stack([p, c, q], axis=1), np.stack([b, c, q], axis=1))
        kept = np.ones(len(self.triangles), bool)
        kept[rows] = False
        parts = [self.triangles[kept], tip, second, third[~once]]
        of = np.concatenate([np.flatnonzero(kept), rows, rows, rows[~once]])
        order = np.argsort(of, kind="stable")
        self.triangles, self.owners = np.concatenate(parts)[order], self.owners[of[order]]

    def _distance(self, one: Rows, other: Rows) -> Floats:
        apart = self.positions[one].astype(np.float64) - self.positions[other]
        return np.asarray(np.einsum("ij,ij->i", apart, apart))


def between(values: NDArray[np.floating], cut: Cut) -> Floats:
    """Return what lies between values (v, …) at the ends of the edges of a cut, as far as its vertices do."""
    shares = cut.shares.reshape(-1, *[1] * (values.ndim - 1))
    first, second = (values[cut.ends[:, end]].astype(np.float64) for end in range(2))
    return np.asarray(first + (second - first) * shares)


def loops_across(spans: Floats, most: float) -> tuple[float, ...]:
    """Return the fewest places where edges that span (n, 2) a bone are cut so that no part is longer than `most`.

    They lie as evenly as so few can.
    """
    found = _farthest(spans, most)
    shortest, longest = 0.0, most
    for _round in range(HALVINGS if found else 0):
        middle = 0.5 * (shortest + longest)
        tried = _farthest(spans, middle)
        if len(tried) > len(found):
            shortest = middle
        else:
            found, longest = tried, middle
    return found


def _farthest(spans: Floats, most: float) -> tuple[float, ...]:
    """Return places from the first on, each as far as the edges allow whose parts are `most` long at most."""
    found, begins, ends = list[float](), spans[:, 0], spans[:, 1]
    while len(found) < MOST_LOOPS:
        left: Mask = ends - begins > most + ROUNDING
        if not left.any():
            break
        place = float(begins[left].min()) + most
        found.append(place)
        begins = np.where(begins < place - NEAR, np.where(ends > place + NEAR, place, ends), begins)
    return tuple(found)


def _too_long(at: Floats, turned: Floats, most: float) -> Mask:
    """Return which edges are longer along the bone, between places (…, 2) along it, than their twist allows."""
    inside = np.clip(at, 0.0, 1.0)
    is_long = np.abs(inside[..., 1] - inside[..., 0]) > most + NEAR
    return np.asarray(is_long & (np.abs(turned[..., 1] - turned[..., 0]) > most + ROUNDING))
