"""The camera that looks at the rig: it orbits a target, upright, Z pointing up.

A camera is a value. Orbit, pan, zoom and framing return a new one; a `Lens` is a camera together with the size of the
picture that it makes, and answers where a pixel looks and where a point lands. Pixels count from the top left, depths
are metres along the line of sight.

An orthographic camera shows its target as large as a perspective one at the same distance. Its eye is so far back
that lines of sight are parallel for whoever asks where it is, and that nothing lies behind it.
"""

from __future__ import annotations

from functools import cached_property
from math import asin, atan, atan2, cos, degrees, hypot, pi, radians, sin, sqrt, tan
from typing import Any, NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import ArrayLike, NDArray

from pantin.viewport.messages import _

Array = NDArray[np.float64]

NEAREST, FARTHEST = 0.01, 5000.0
"""Least and largest distance of a camera from its target, metres."""

TURN = radians(0.4)
"""Orbit per pixel of pointer movement."""

REACH, LEAST_REACH = 60.0, 20.0
"""Distance to which a camera sees: a multiple of that to its target, and so many metres more."""

FLATTEST = 0.03
"""Opening of a perspective camera, part of its own, at which it becomes an orthographic one in a glide."""

Point = tuple[float, float, float]


class Fit(NamedTuple):
    """Between which two straight lines of sight points have to lie, in one direction of the picture."""

    lowest: float
    highest: float
    low: float
    high: float

    @property
    def nearest(self) -> float:
        """The least distance from which all points lie between the lines."""
        return (self.highest - self.lowest) / (self.low + self.high)

    def middle(self, distance: float) -> float:
        """Return the offset of the target at which the points have as much room on one side as on the other."""
        return (self.highest - self.high * distance + self.lowest + self.low * distance) / 2


class Edges(NamedTuple):
    """The margins of a picture that something lies over, from each edge inwards, pixels."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


NOTHING = Edges()


class Camera(msgspec.Struct, frozen=True, dict=True):
    """An orbit camera. Yaw 0 looks from the front (-Y), yaw 90° from +X, the right of the picture; pitch looks down."""

    target: Point = (0.05, 0.0, 0.99)
    distance: float = hypot(1.45, 4.75, 0.31)
    yaw: float = atan2(1.45, 4.75)
    pitch: float = asin(0.31 / hypot(1.45, 4.75, 0.31))
    fov: float = radians(26.6)
    """Vertical field of view, radians."""
    orthographic: bool = False
    least_reach: float = LEAST_REACH
    """Distance that it sees beyond what its own distance asks for, metres."""
    roll: float = 0.0
    """Angle by which the top of the picture is turned about the line of sight, clockwise to the camera, radians.
    Only pictures are taken so; in the view a camera is upright."""
    passing: bool = False
    """Whether it is orthographic only because it looks along an axis: turning away makes it perspective again."""

    @classmethod
    def looking(cls, eye: Point, target: Point, up: Point, fov: float) -> Camera:
        """Return the perspective camera at `eye` that looks at a target; `up` points to the top of its picture.

        `fov` is vertical, in radians. Raises ValueError where the target is the eye, or straight above or below along
        `up`: then no direction is the top.
        """
        back = np.subtract(eye, target)
        distance = float(np.linalg.norm(back))
        if not NEAREST <= distance <= FARTHEST:
            raise ValueError(
                _("the camera is {nearest} m to {farthest} m from its target; move one of them.").format(
                    nearest=f"{NEAREST:g}", farthest=f"{FARTHEST:g}"
                )
            )
        back /= distance
        pitch = asin(min(max(float(back[2]), -1.0), 1.0))
        upright = hypot(float(back[0]), float(back[1])) > 1e-9
        yaw = atan2(back[0], -back[1]) if upright else 0.0
        seen = cls(target=target, distance=distance, yaw=yaw, pitch=pitch, fov=fov)
        top = seen.axes[:2] @ up
        if np.linalg.norm(top) <= 1e-9 * np.linalg.norm(up):
            raise ValueError(_("the top of the picture lies along the line of sight; let it point elsewhere."))
        roll = atan2(float(top[0]), float(top[1]))
        return replace(seen, roll=roll) if abs(roll) > 1e-12 else seen

    @cached_property
    def axes(self) -> Array:
        """Rows (3, 3): to the right, up, and from the target towards the eye; unit vectors of armature space."""
        right = np.array([cos(self.yaw), sin(self.yaw), 0.0])
        back = np.array([sin(self.yaw) * cos(self.pitch), -cos(self.yaw) * cos(self.pitch), sin(self.pitch)])
        up = np.cross(back, right)
        if self.roll:
            c, s = cos(self.roll), sin(self.roll)
            right, up = c * right - s * up, c * up + s * right
        return np.stack([right, up, back])

    @cached_property
    def eye(self) -> Array:
        """Return the place of the camera (3,), armature space."""
        return np.array(self.target + self.depth_of_target * self.axes[2])

    @property
    def depth_of_target(self) -> float:
        """Return the distance of the target from the eye, metres."""
        return self._reach if self.orthographic else self.distance

    @property
    def near(self) -> float:
        """Nothing closer than this is drawn, metres."""
        return self.distance * 0.02

    @property
    def far(self) -> float:
        """Nothing farther than this is drawn, metres. The floor stays visible however close the camera is."""
        return self._reach * (2.0 if self.orthographic else 1.0)

    @property
    def _reach(self) -> float:
        """Return the farthest depth of a perspective camera, and the distance at which an orthographic one stands,
        metres.
        """
        return REACH * self.distance + self.least_reach

    def reaching(self, points: Array) -> Camera:
        """Return the camera whose clipping planes leave all of these points (n, 3) to be seen; the same where they do.

        Of a perspective camera what lies before its near plane stays unseen.
        """
        depths = (self.eye - points) @ self.axes[2]
        beyond = float(depths.max(initial=0.0)) - self.far
        if self.orthographic:
            beyond = max(beyond, self.near - float(depths.min(initial=self.near)))
        return replace(self, least_reach=self.least_reach + beyond) if beyond > 0.0 else self

    def within(self, place: Array) -> Camera:
        """Return the camera in a space whose `place` (4, 4) in its own is turned about Z and has one size.

        A point of that space is in the same pixel and in the same depth of the depth buffer as in this one.
        """
        if np.array_equal(place, np.eye(4)):
            return self
        size, turn = float(np.linalg.norm(place[:3, 0])), atan2(place[1, 0], place[0, 0])
        target = place[:3, :3].T @ (np.asarray(self.target) - place[:3, 3]) / size**2
        return replace(
            self,
            target=_triple(target),
            distance=self.distance / size,
            yaw=_turned(self.yaw - turn),
            least_reach=self.least_reach / size,
        )

    def view(self) -> Array:
        """Armature space to camera space (x right, y up, -z forward), 4×4."""
        matrix = np.eye(4)
        matrix[:3, :3] = self.axes
        matrix[:3, 3] = -self.axes @ self.eye
        return matrix

    def projection(self, width: float, height: float) -> Array:
        """Camera space to OpenGL clip space, 4×4."""
        near, far = self.near, self.far
        matrix = np.eye(4)
        if self.orthographic:
            matrix[1, 1] = 1.0 / (self.distance * tan(self.fov / 2))
            matrix[2, 2:] = 2 / (near - far), (far + near) / (near - far)
        else:
            matrix[1, 1] = 1.0 / tan(self.fov / 2)
            matrix[2, 2:] = (far + near) / (near - far), 2 * far * near / (near - far)
            matrix[3, 2:] = -1.0, 0.0
        matrix[0, 0] = matrix[1, 1] * height / width
        return matrix

    def ray(self, x: float, y: float, width: float, height: float) -> tuple[Array, Array]:
        """The line of sight through a pixel: where it begins (3,) and its direction (3,), of unit length."""
        half = tan(self.fov / 2)
        across = (2 * x - width) / height * half
        up = (1 - 2 * y / height) * half
        if self.orthographic:
            return self.eye + self.distance * (np.array((across, up, 0.0)) @ self.axes), -self.axes[2]
        size = sqrt(across * across + up * up + 1.0)
        return self.eye, np.array((across / size, up / size, -1.0 / size)) @ self.axes

    def project(self, points: ArrayLike, width: float, height: float) -> Array:
        """Return the projections of points (n, 3): x, y in pixels and the depth.

        x and y are nan for points behind the eye.
        """
        seen = (np.reshape(np.asarray(points, dtype=float), (-1, 3)) - self.eye) @ self.axes.T
        depth = -seen[:, 2]
        scale = 1.0 / self.pixel(np.where(depth > 1e-9, depth, np.nan), height)
        return np.stack([width / 2 + seen[:, 0] * scale, height / 2 - seen[:, 1] * scale, depth], axis=1)

    def depth_drawn(self, depth: Array) -> Array:
        """Return the values of OpenGL's depth buffer at these depths, in their shape: 0 nearest, 1 farthest."""
        near, far = self.near, self.far
        if self.orthographic:
            return (np.maximum(depth, near) - near) / (far - near)
        return far / (far - near) * (1.0 - near / np.maximum(depth, near))

    def orbit(self, dx: float, dy: float, about: Point | None = None) -> Camera:
        """Turn by a pointer movement in pixels. The picture follows the pointer."""
        return self.turned(-dx * TURN, dy * TURN, about)

    def turned(self, right: float, up: float, about: Point | None = None) -> Camera:
        """Turn to the right and upwards, radians, but never over the top."""
        if right == up == 0.0:
            return self
        away = replace(self, orthographic=self.orthographic and not self.passing, passing=False)
        return away.facing(self.yaw + right, self.pitch + up, about)

    def facing(self, yaw: float, pitch: float, about: Point | None = None) -> Camera:
        """Look from another side; about a point that keeps its place in the picture, or about the target."""
        there = replace(self, yaw=_turned(yaw), pitch=min(max(pitch, -pi / 2), pi / 2))
        if about is None:
            return there
        offset = self.axes @ (np.asarray(about) - self.target)
        return replace(there, target=_triple(np.asarray(about) - there.axes.T @ offset))

    def with_perspective_switched(self) -> Camera:
        """Orthographic if it was perspective, and the other way round; the target stays as large as it is."""
        return replace(self, orthographic=not self.orthographic, passing=False)

    def pan(self, dx: float, dy: float, height: float) -> Camera:
        """Shift in the plane of the picture, so that the target follows a pointer movement in pixels."""
        pixel = self.pixel(self.depth_of_target, height)
        moved = np.asarray(self.target) - dx * pixel * self.axes[0] + dy * pixel * self.axes[1]
        return replace(self, target=_triple(moved))

    def zoom(self, factor: float, x: float, y: float, width: float, height: float) -> Camera:
        """Come closer (factor below 1) or go away; whatever lies under the pixel stays under it."""
        distance = min(max(self.distance * factor, NEAREST), FARTHEST)
        origin, direction = self.ray(x, y, width, height)
        kept = origin + direction * self.depth_of_target / -(direction @ self.axes[2])
        moved = kept + (np.asarray(self.target) - kept) * (distance / self.distance)
        return replace(self, distance=distance, target=_triple(moved))

    def frame(
        self, points: ArrayLike, width: float, height: float, margin: float = 1.15, taken: Edges = NOTHING
    ) -> Camera:
        """Look at all the points from the present direction, as near as they fit into what is free of the picture.

        `margin` is how far the whole may grow about its middle before it touches; `taken` is how many pixels at each
        edge something else lies over. What points at the eye keeps half the distance that a ball of its size would.
        Where there are no points the camera stays.
        """
        points = np.reshape(np.asarray(points, dtype=float), (-1, 3))
        if not len(points):
            return self
        centre = (points.min(axis=0) + points.max(axis=0)) / 2
        across, up, near = (margin * (points - centre) @ self.axes.T).T
        if self.orthographic:
            near = 0.0 * near
        pixel = 2 * tan(self.fov / 2) / height
        sideways = fit(across, near, (width / 2 - taken.left) * pixel, (width / 2 - taken.right) * pixel)
        upright = fit(up, near, (height / 2 - taken.bottom) * pixel, (height / 2 - taken.top) * pixel)
        ball = margin * max(float(np.linalg.norm(points - centre, axis=1).max()), NEAREST * 5)
        narrow = min(tan(self.fov / 2), tan(self.fov / 2) * width / height)
        distance = max(sideways.nearest, upright.nearest, ball / sin(atan2(narrow, 1.0)) / 2)
        distance = min(max(distance, NEAREST), FARTHEST)
        aside = sideways.middle(distance) * self.axes[0] + upright.middle(distance) * self.axes[1]
        return replace(self, target=_triple(centre + aside), distance=distance)

    def pixel(self, depth: Any, height: float) -> Any:
        """Return the size of one pixel at a depth, or at each of many, metres."""
        far = self.distance + 0.0 * depth if self.orthographic else depth
        return 2 * tan(self.fov / 2) * far / height

    @property
    def name(self) -> str:
        """The side from which the camera looks: "Front", "Front right", "Top"…"""
        if abs(self.pitch) > radians(75):
            return _("Top") if self.pitch > 0 else _("Bottom")
        ahead = degrees(_turned(self.yaw))
        right = ahead > 0
        if abs(abs(ahead) - 90) < 5:
            return _("Right") if right else _("Left")
        straight = min(abs(ahead), 180 - abs(ahead)) < 5
        if abs(ahead) < 90:
            return _("Front") if straight else _("Front right") if right else _("Front left")
        return _("Back") if straight else _("Back right") if right else _("Back left")


class Lens(msgspec.Struct, frozen=True):
    """A camera with the size of its picture in logical pixels: which pixel shows what, and where a pixel looks."""

    camera: Camera
    width: float
    height: float

    def within(self, place: Array) -> Lens:
        """Return the lens in a space whose `place` (4, 4) in its own is given, as `Camera.within`."""
        return replace(self, camera=self.camera.within(place))

    def ray(self, x: float, y: float) -> tuple[Array, Array]:
        """The line of sight through a pixel, as `Camera.ray`."""
        return self.camera.ray(x, y, self.width, self.height)

    def project(self, points: ArrayLike) -> Array:
        """Return the projections of points (n, 3), as `Camera.project`."""
        return self.camera.project(points, self.width, self.height)

    def pixel(self, point: Array) -> float:
        """Return the size of one pixel where `point` is, metres."""
        depth = float(-(point - self.camera.eye) @ self.camera.axes[2])
        return float(self.camera.pixel(max(depth, self.camera.near), self.height))

    def pixels(self, points: Array) -> Array:
        """The same for many points (n, 3)."""
        depths = (self.camera.eye - points) @ self.camera.axes[2]
        return np.asarray(self.camera.pixel(np.maximum(depths, self.camera.near), self.height))

    def on_plane(self, x: float, y: float, point: Array, normal: Array) -> Array | None:
        """Return the point where the line of sight through a pixel meets a plane (3,); None if it runs along it or away
        from it.
        """
        origin, direction = self.ray(x, y)
        facing = float(direction @ normal)
        if abs(facing) < 1e-6:
            return None
        along = float((point - origin) @ normal) / facing
        return origin + along * direction if along > 0 else None

    def facing(self, x: float, y: float, point: Array) -> Array:
        """Return the point where the line of sight through a pixel meets the plane through `point` (3,) that faces the
        camera.
        """
        origin, direction = self.ray(x, y)
        back = self.camera.axes[2]
        return origin + direction * (float((point - origin) @ back) / float(direction @ back))


def between(start: Camera, end: Camera, part: float) -> Camera:
    """The camera on its way from `start` (part 0) to `end` (part 1), turning the shorter way round.

    On the way between perspective and orthographic its opening narrows or widens, so that nothing jumps.
    """
    if part >= 1.0:
        return end
    eased = 1 - (1 - part) ** 3
    there = replace(
        end,
        target=_triple(np.asarray(start.target) * (1 - eased) + np.asarray(end.target) * eased),
        distance=start.distance * (end.distance / start.distance) ** eased,
        yaw=_turned(start.yaw + _turned(end.yaw - start.yaw) * eased),
        pitch=start.pitch + (end.pitch - start.pitch) * eased,
    )
    if start.orthographic == end.orthographic:
        return there
    if part <= 0.0:
        return start
    opening = 1 + (FLATTEST - 1) * (eased if end.orthographic else 1 - eased)
    fov = 2 * atan(tan(end.fov / 2) * opening)
    return replace(there, orthographic=False, fov=fov, distance=there.distance / opening)


def _turned(angle: float) -> float:
    """The same direction, between -180° and 180°."""
    return (angle + pi) % (2 * pi) - pi


def _triple(vector: Array) -> Point:
    return float(vector[0]), float(vector[1]), float(vector[2])


def fit(aside: Array, near: Array, low: float, high: float) -> Fit:
    """Points so far aside and so much nearer than the target, between tangents -low and high of the line of sight."""
    return Fit(float((aside - low * near).min()), float((aside + high * near).max()), low, high)
