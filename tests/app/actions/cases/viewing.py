"""Cases of the actions: the camera, and what of figure and bones is seen."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec.structs import replace

from pantin.rigs.editing.visibility import hide
from tests.app.actions.cases.case import Case, Truth
from tests.app.person import Person


def _at(yaw: float, pitch: float) -> Truth:
    def looks(person: Person) -> bool:
        camera = person.view.camera
        return np.allclose((np.cos(camera.yaw - yaw), camera.pitch), (1.0, pitch), atol=1e-6)

    return looks


def _no_glide(person: Person) -> None:
    person.view.reduced_motion = True


def _close(person: Person) -> None:
    """A hand's breadth before the figure."""
    _no_glide(person)
    person.view.camera = replace(person.view.camera, distance=0.1)


def _steered(holds: Callable[[float, float], bool]) -> Case:
    """The view turned: what became of yaw and pitch, degrees, from straight ahead."""

    def prepare(person: Person) -> None:
        _no_glide(person)
        person.view.look_from("front")
        person.view.orbit_by(0.0, 20.0)

    def changed(person: Person) -> bool:
        yaw, pitch = np.degrees((person.view.camera.yaw, person.view.camera.pitch))
        return holds((yaw + 180) % 360 - 180, pitch)

    return Case(changed, prepare)


def _display(field: str, value: object, other: object) -> Case:
    return Case(
        lambda person: getattr(person.view.display, field) == value,
        lambda person: person.view.change_display(**{field: other}),
    )


def _hidden(*names: str) -> Truth:
    return lambda person: {bone.name for bone in person.session.document.rig.bones if bone.hidden} == set(names)


CASES: dict[str, Case] = {
    "controls_needed": _display("controls", "needed", "always"),
    "controls_always": _display("controls", "always", "needed"),
    "hide_controls": _display("alone", True, False),
    "frame_all": Case(lambda person: person.view.camera.distance > 1.0, _close),
    "frame_selected": Case(
        lambda person: person.view.camera.distance < 3.0,
        lambda person: (_no_glide(person), person.session.select(("hand.L",), "hand.L")),
    ),
    "look_front": Case(_at(0.0, 0.0), _no_glide),
    "look_back": Case(_at(np.pi, 0.0), _no_glide),
    "look_right": Case(_at(np.pi / 2, 0.0), _no_glide),
    "look_left": Case(_at(-np.pi / 2, 0.0), _no_glide),
    "look_top": Case(lambda person: abs(person.view.camera.pitch - np.pi / 2) < 1e-6, _no_glide),
    "look_bottom": Case(lambda person: abs(person.view.camera.pitch + np.pi / 2) < 1e-6, _no_glide),
    "switch_perspective": Case(lambda person: person.view.camera.orthographic, _no_glide),
    "orbit_left": _steered(lambda yaw, pitch: abs(yaw) > 10 and abs(pitch - 20) < 1),
    "orbit_right": _steered(lambda yaw, pitch: abs(yaw) > 10 and abs(pitch - 20) < 1),
    "orbit_up": _steered(lambda yaw, pitch: abs(pitch - 35) < 1),
    "orbit_down": _steered(lambda yaw, pitch: abs(pitch - 5) < 1),
    "skin_shown": _display("skin", "skin", "wood"),
    "skin_wood": _display("skin", "wood", "skin"),
    "skin_both": _display("skin", "both", "skin"),
    "skin_weights": _display("skin", "weights", "skin"),
    "bones_octahedra": _display("bones", "octahedra", "wire"),
    "bones_sticks": _display("bones", "sticks", "wire"),
    "bones_wire": _display("bones", "wire", "sticks"),
    "bones_in_front": _display("in_front", False, True),
    "figure_wood": _display("figure", "wood", "off"),
    "figure_clay": _display("figure", "clay", "off"),
    "figure_x_ray": _display("figure", "x-ray", "off"),
    "figure_off": _display("figure", "off", "wood"),
    "fixed_light": _display("fixed_light", True, False),
    "limits_none": _display("limits", "none", "active"),
    "limits_active": _display("limits", "active", "none"),
    "limits_selected": _display("limits", "selected", "active"),
    "show_names": _display("names", True, False),
    "show_axes": _display("axes", True, False),
    "show_relations": _display("relations", True, False),
    "show_balance": _display("balance", True, False),
    "show_last_step": _display("last_step", True, False),
    "show_frame_ghosts": _display("frames", True, False),
    "hide": Case(_hidden("hand.L")),
    "hide_others": Case(lambda person: sum(bone.hidden for bone in person.session.document.rig.bones) == 59),
    "show_all": Case(
        _hidden(), lambda person: person.session.edit("Hide", lambda document: hide(document, ("hand.L", "head")))
    ),
}
