"""The camera of a view: where it is, the drag that turns it, and the view that it is moving to.

Callers say which view they want; how the camera gets there is the widget's animation. What is asked for during a
glide goes on from its end, so that quick presses add up.
"""

from __future__ import annotations

from collections.abc import Callable
from math import radians

from msgspec.structs import replace

from pantin.viewport.navigation.steering import (
    NOTCH,
    OPPOSITE,
    Navigation,
    Side,
    Steering,
    centre_of_selected,
    framed,
    looking_from,
    looks_from,
    steered,
    zoomed,
)
from pantin.viewport.values.camera import (
    NOTHING,
    Camera,
    Edges,
    Lens,
    Point,
    between,
)
from pantin.viewport.values.stage import Look


class ViewCamera:
    """The camera of one view, and the drag that turns it."""

    def __init__(self, animate: Callable[[], None]) -> None:
        self._animate = animate
        self._camera = self._from = self._goal = Camera()
        self._about: Point | None = None
        self.steering: Steering | None = None
        self.size = (1.0, 1.0)
        self._taken = NOTHING
        self._framed: tuple[Camera, tuple[str, ...]] | None = None
        self.navigation = Navigation()

    # What there is

    @property
    def camera(self) -> Camera:
        """The camera as it is at this moment."""
        return self._camera

    @camera.setter
    def camera(self, camera: Camera) -> None:
        self._camera = self._goal = camera

    @property
    def goal(self) -> Camera:
        """The camera at the end of the animated move, or as it is where nothing moves it."""
        return self._goal

    def carry(self, by: Point) -> None:
        """Move the camera by so much, in the world; an animated move goes on, and ends so far beside its goal.

        What was framed stays so: it is what the camera goes with.
        """
        before, still, framed = self._goal, self._camera is self._goal, self._framed
        self._from, self._goal, camera = (_carried(camera, by) for camera in (self._from, self._goal, self._camera))
        self._camera = self._goal if still else camera
        if framed is not None and framed[0] is before:
            self._framed = self._goal, framed[1]

    @property
    def lens(self) -> Lens:
        """The camera with the size of the view."""
        return Lens(self._camera, *self.size)

    @property
    def is_still(self) -> bool:
        """Return whether no drag or animation moves the camera."""
        return self.steering is None and self._camera is self._goal

    # Views to go to

    def go(self, camera: Camera) -> None:
        """Begin an animated move to another view."""
        self._from, self._goal = self._camera, camera
        self._animate()

    def arrive(self) -> None:
        """End the animated move at the view that was asked for."""
        self.camera = self._goal

    def glide(self, part: float) -> None:
        """Set the progress of the animated move, 0 to 1."""
        if self._camera is not self._goal:
            self._camera = between(self._from, self._goal, part)

    def look_from(self, side: Side, look: Look, opposite: bool = False) -> None:
        """Look from a side, orthographically, or from the opposite one."""
        self.go(looking_from(self._goal, OPPOSITE[side] if opposite else side, self._pivot(look)))

    def look_from_or_behind(self, side: Side, look: Look) -> None:
        """Look from a side; from the opposite one where the camera looks from there already."""
        self.look_from(side, look, opposite=looks_from(self._goal, side))

    def orbit_by(self, right: float, up: float, look: Look) -> None:
        """Turn to the right and upwards, degrees."""
        self.go(self._goal.turned(radians(right), radians(up), self._pivot(look)))

    def switch_perspective(self) -> None:
        """Switch between orthographic and perspective."""
        self.go(self._goal.with_perspective_switched())

    def frame(self, look: Look, names: tuple[str, ...]) -> None:
        """Frame these bones, or the whole rig where there are none. They stay framed until the camera moves."""
        self.go(framed(self._goal, look, names, *self.size, self._taken))
        self._framed = self._goal, names

    def resize(self, width: float, height: float, taken: Edges, look: Look) -> None:
        """Set the size of the picture and what covers its edges, pixels. What was framed is framed anew at once."""
        changed = (width, height) != self.size or taken != self._taken
        self.size, self._taken = (width, height), taken
        if changed:
            self.frame_again(look)

    def frame_again(self, look: Look) -> None:
        """Frame at once what was framed, where the camera has not moved since: what is seen of it has another size."""
        if self._framed is not None and self._framed[0] is self._goal:
            names = self._framed[1]
            self.camera = framed(self._goal, look, names, *self.size, self._taken)
            self._framed = self._goal, names

    # Turned by mouse and touchpad

    def take(self, how: Steering, look: Look) -> None:
        """A drag turns the camera from now on."""
        self.arrive()
        self.steering, self._about = how, self._pivot(look)

    def drag(self, dx: float, dy: float) -> None:
        """The pointer went some pixels."""
        if self.steering is not None:
            self.camera = steered(self._camera, self.steering, dx, dy, self.size, self.navigation, self._about)

    def let_go(self) -> None:
        """The drag is over."""
        self.steering = None

    def wheel(self, notches: float, pointer: tuple[float, float]) -> None:
        """The wheel turned; positive is away from the hand and comes closer."""
        factor = NOTCH ** (-notches if self.navigation.invert_zoom else notches)
        self.camera = zoomed(self._goal, factor, pointer, self.size, self.navigation)

    def pinch(self, growth: float, pointer: tuple[float, float]) -> None:
        """Two fingers went apart: the picture grows by this part of itself."""
        self.camera = zoomed(self._goal, 1.0 / max(1.0 + growth, 0.1), pointer, self.size, self.navigation)

    def swipe(self, how: Steering, dx: float, dy: float, look: Look) -> None:
        """Two fingers went some pixels over a touchpad."""
        self.camera = steered(self._goal, how, dx, dy, self.size, self.navigation, self._pivot(look))

    def _pivot(self, look: Look) -> Point | None:
        """Return the point that the camera turns about; None is its target."""
        return centre_of_selected(look) if self.navigation.orbit_about == "selection" else None


def _carried(camera: Camera, by: Point) -> Camera:
    x, y, z = camera.target
    return replace(camera, target=(x + by[0], y + by[1], z + by[2]))
