"""The camera that looks at the rig: it orbits a target, upright, Z pointing up.

A camera is a value. Orbit, pan, zoom and framing return a new one; a `Lens` is a camera together with the size of the
picture that it makes, and answers where a pixel looks and where a point lands. Pixels count from the top left, depths
are metres along the line of sight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import asin, atan2, cos, degrees, hypot, pi, radians, sin, tan

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

NEAREST, FARTHEST = 0.01, 5000.0
"""How close to its target a camera may come and how far it may go, metres."""

TURN = radians(0.4)
"""Orbit per pixel of pointer movement."""


@dataclass(frozen=True)
class Camera:
    """An orbit camera. Yaw 0 looks from the front (-Y), yaw 90° from +X, the right of the picture; pitch looks down."""

    target: tuple[float, float, float] = (0.05, 0.0, 0.99)
    distance: float = hypot(1.45, 4.75, 0.31)
    yaw: float = atan2(1.45, 4.75)
    pitch: float = asin(0.31 / hypot(1.45, 4.75, 0.31))
    fov: float = radians(26.6)
    """Vertical field of view, radians."""

    @cached_property
    def axes(self) -> Array:
        """Rows: to the right, up, and from the target towards the eye; unit vectors of armature space."""
        right = np.array([cos(self.yaw), sin(self.yaw), 0.0])
        back = np.array([sin(self.yaw) * cos(self.pitch), -cos(self.yaw) * cos(self.pitch), sin(self.pitch)])
        return np.stack([right, np.cross(back, right), back])

    @cached_property
    def eye(self) -> Array:
        """Where the camera stands."""
        return np.array(self.target + self.distance * self.axes[2])

    @property
    def near(self) -> float:
        """Nothing closer than this is drawn, metres."""
        return self.distance * 0.02

    @property
    def far(self) -> float:
        """Nothing farther than this is drawn, metres. The floor stays visible however close the camera is."""
        return self.distance * 60.0 + 20.0

    def view(self) -> Array:
        """Armature space to camera space (x right, y up, -z forward), 4×4."""
        matrix = np.eye(4)
        matrix[:3, :3] = self.axes
        matrix[:3, 3] = -self.axes @ self.eye
        return matrix

    def projection(self, width: float, height: float) -> Array:
        """Camera space to OpenGL clip space, 4×4."""
        near, far, focal = self.near, self.far, 1.0 / tan(self.fov / 2)
        matrix = np.zeros((4, 4))
        matrix[0, 0] = focal * height / width
        matrix[1, 1] = focal
        matrix[2, 2:] = (far + near) / (near - far), 2 * far * near / (near - far)
        matrix[3, 2] = -1.0
        return matrix

    def ray(self, x: float, y: float, width: float, height: float) -> tuple[Array, Array]:
        """The line of sight through a pixel: where it begins and its direction, of unit length."""
        half = tan(self.fov / 2)
        across = (2 * x - width) / height * half
        up = (1 - 2 * y / height) * half
        direction = across * self.axes[0] + up * self.axes[1] - self.axes[2]
        return self.eye, direction / np.linalg.norm(direction)

    def project(self, points: ArrayLike, width: float, height: float) -> Array:
        """Where points (n, 3) land: x, y in pixels and the depth. x and y are nan for points behind the eye."""
        seen = (np.reshape(np.asarray(points, dtype=float), (-1, 3)) - self.eye) @ self.axes.T
        depth = -seen[:, 2]
        scale = height / 2 / tan(self.fov / 2) / np.where(depth > 1e-9, depth, np.nan)
        return np.stack([width / 2 + seen[:, 0] * scale, height / 2 - seen[:, 1] * scale, depth], axis=1)

    def depth_drawn(self, depth: Array) -> Array:
        """What OpenGL's depth buffer holds at these depths: 0 nearest, 1 farthest."""
        near, far = self.near, self.far
        return far / (far - near) * (1.0 - near / np.maximum(depth, near))

    def orbit(self, dx: float, dy: float) -> Camera:
        """Turn about the target by a pointer movement in pixels. The picture follows the pointer."""
        pitch = min(max(self.pitch + dy * TURN, -pi / 2), pi / 2)
        return replace(self, yaw=_turned(self.yaw - dx * TURN), pitch=pitch)

    def pan(self, dx: float, dy: float, height: float) -> Camera:
        """Shift in the plane of the picture, so that the target follows a pointer movement in pixels."""
        pixel = self.pixel(self.distance, height)
        moved = np.asarray(self.target) - dx * pixel * self.axes[0] + dy * pixel * self.axes[1]
        return replace(self, target=_triple(moved))

    def zoom(self, factor: float, x: float, y: float, width: float, height: float) -> Camera:
        """Come closer (factor below 1) or go away; whatever lies under the pixel stays under it."""
        distance = min(max(self.distance * factor, NEAREST), FARTHEST)
        origin, direction = self.ray(x, y, width, height)
        kept = origin + direction * self.distance / -(direction @ self.axes[2])
        moved = kept + (np.asarray(self.target) - kept) * (distance / self.distance)
        return replace(self, distance=distance, target=_triple(moved))

    def frame(self, points: ArrayLike, width: float, height: float, margin: float = 1.15) -> Camera:
        """Look at all the points from the present direction; `margin` is the room for their bounding sphere."""
        points = np.reshape(np.asarray(points, dtype=float), (-1, 3))
        centre = (points.min(axis=0) + points.max(axis=0)) / 2
        radius = max(float(np.linalg.norm(points - centre, axis=1).max()), NEAREST * 5)
        narrow = min(tan(self.fov / 2), tan(self.fov / 2) * width / height)
        distance = margin * radius / sin(atan2(narrow, 1.0))
        return replace(self, target=_triple(centre), distance=min(max(distance, NEAREST), FARTHEST))

    def pixel(self, depth: float, height: float) -> float:
        """How many metres one pixel covers at a depth."""
        return 2 * tan(self.fov / 2) * depth / height

    @property
    def name(self) -> str:
        """The side from which the camera looks: "Front", "Front right", "Top"…"""
        if abs(self.pitch) > radians(75):
            return "Top" if self.pitch > 0 else "Bottom"
        ahead = degrees(_turned(self.yaw))
        side = "right" if ahead > 0 else "left"
        if abs(abs(ahead) - 90) < 5:
            return side.capitalize()
        facing = "Front" if abs(ahead) < 90 else "Back"
        return facing if min(abs(ahead), 180 - abs(ahead)) < 5 else f"{facing} {side}"


@dataclass(frozen=True)
class Lens:
    """A camera with the size of its picture in logical pixels: which pixel shows what, and where a pixel looks."""

    camera: Camera
    width: float
    height: float

    def ray(self, x: float, y: float) -> tuple[Array, Array]:
        """The line of sight through a pixel."""
        return self.camera.ray(x, y, self.width, self.height)

    def project(self, points: ArrayLike) -> Array:
        """Where points land: x, y, depth."""
        return self.camera.project(points, self.width, self.height)

    def pixel(self, point: Array) -> float:
        """How many metres one pixel covers where `point` is."""
        depth = float(-(point - self.camera.eye) @ self.camera.axes[2])
        return self.camera.pixel(max(depth, self.camera.near), self.height)

    def on_plane(self, x: float, y: float, point: Array, normal: Array) -> Array | None:
        """Where the line of sight through a pixel meets a plane; None if it runs along the plane or away from it."""
        origin, direction = self.ray(x, y)
        facing = float(direction @ normal)
        if abs(facing) < 1e-6:
            return None
        along = float((point - origin) @ normal) / facing
        return origin + along * direction if along > 0 else None

    def facing(self, x: float, y: float, point: Array) -> Array:
        """Where the line of sight through a pixel meets the plane through `point` that faces the camera."""
        back = self.camera.axes[2]
        origin, direction = self.ray(x, y)
        return origin + direction * (float((point - origin) @ back) / float(direction @ back))


def between(start: Camera, end: Camera, part: float) -> Camera:
    """The camera on its way from `start` (part 0) to `end` (part 1), turning the shorter way round."""
    eased = 1 - (1 - part) ** 3
    target = np.asarray(start.target) * (1 - eased) + np.asarray(end.target) * eased
    return replace(
        end,
        target=_triple(target),
        distance=start.distance * (end.distance / start.distance) ** eased,
        yaw=_turned(start.yaw + _turned(end.yaw - start.yaw) * eased),
        pitch=start.pitch + (end.pitch - start.pitch) * eased,
    )


def _turned(angle: float) -> float:
    """The same direction, between -180° and 180°."""
    return (angle + pi) % (2 * pi) - pi


def _triple(vector: Array) -> tuple[float, float, float]:
    return float(vector[0]), float(vector[1]), float(vector[2])
