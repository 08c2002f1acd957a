"""URDF: the links of a robot become bones, its hinges and sliders locks and limits, its meshes their bodies.

A link's frame is that of the joint that moves it, so a bone begins there. A hinge bends about the X axis of its bone,
or twists it where its axis runs along the link; the bone is drawn at right angles to its axis, or along it. Z is up,
lengths are metres. Inertia, collision shapes and transmissions say nothing of how a figure is posed and are left.
Source: ROS, URDF XML specification (link, joint).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, inf, pi, sin
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.constraints.limits import LimitLocation
from pantin.rigs.document import Document
from pantin.rigs.fields import AxisLimits
from pantin.rigs.formats.beside import bytes_beside
from pantin.rigs.formats.converted import wavefront
from pantin.rigs.formats.converted.content import Content, Material, Mesh, Node, Primitive
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.converted.opening import opened_as_gltf
from pantin.rigs.formats.converted.scans import Y_UP, Kind, primitives
from pantin.rigs.formats.converted.srgb import to_linear
from pantin.rigs.formats.files import LARGEST_TEXT, Fault, FilePath, Unreadable, read_bytes
from pantin.rigs.formats.gltf.node_tree import to_armature
from pantin.rigs.formats.opening import Reading
from pantin.rigs.joint import Joint, Locks
from pantin.rigs.messages import _
from pantin.rigs.rest import roll_of
from pantin.rigs.rig import Bone
from pantin.rigs.source.worlds import rest_worlds
from pantin.rigs.vectors import three
from pantin.rigs.wording import listed

Floats = NDArray[np.float64]

MOST_LINKS = 10_000
MOST_BODIES = 10_000
"""Shapes that are seen, of all links."""
LONGEST = 1e6
"""Metres of an offset or a shape."""
ALONG = 0.9
"""Cosine between a hinge and its link from which the link twists."""
EVERY = (True, True, True)
SIDES = 24
"""Of cylinders and spheres."""


class Hinge(NamedTuple):
    """The motion that a joint allows a link on the one above."""

    kind: str
    """revolute, continuous, prismatic, fixed, floating or planar."""
    parent: str
    place: Floats
    """(4, 4): its frame in that of the link above."""
    axis: Floats
    """(3,), of unit length, in its own frame."""
    lower: float
    upper: float
    """Radians, or metres of a slider."""


class Shape(NamedTuple):
    """A body of a link: a file, or what is said by measures."""

    link: str
    place: Floats
    """(4, 4), in the frame of the link."""
    tag: str
    said: Mapping[str, str]
    colour: tuple[float, float, float, float] | None


class Robot(NamedTuple):
    """The links and joints of a file."""

    name: str
    links: tuple[str, ...]
    """Parents first."""
    hinges: Mapping[str, Hinge]
    """By the link that they move."""
    shapes: tuple[Shape, ...]
    mimics: tuple[str, ...]
    """The links that copy what another does."""


def read(path: FilePath, how: Reading | None = None) -> Document:
    """Return the robot in a file as a figure. Raises Unreadable."""
    return opened_as_gltf(path, how or Reading(), _glb, _with_joints)


def _glb(path: Path) -> bytes:
    try:
        robot = parsed(read_bytes(path))
        return glb_of(content_of(robot, path))
    except Fault as fault:
        raise Unreadable(path, fault.where, fault.what) from None


# The text


def parsed(data: bytes) -> Robot:
    """Return what a file says. Raises Fault where it is no URDF, or its joints make no tree."""
    try:
        root = ElementTree.fromstring(data, ElementTree.XMLParser(target=_WithoutEntities()))
    except Fault:
        raise
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise Fault(_("file"), _("it is no XML ({error}); export it again.").format(error=error)) from None
    links = [each.get("name", "") for each in root.iterfind("link")]
    if root.tag != "robot" or not links or not all(links):
        raise Fault(_("file"), _("it holds no robot with named links; expand xacro files first, and open the result."))
    if len(links) > MOST_LINKS:
        raise Fault(_("file"), _("it has more than {count:,} links; open a part of it.").format(count=MOST_LINKS))
    hinges = dict(_hinges(root, set(links)))
    order = _parents_first(list(dict.fromkeys(links)), hinges)
    mimics = [each for each in root.iterfind("joint") if each.find("mimic") is not None]
    shapes = tuple(_shapes(root, _colours(root)))
    copies = tuple(_link_of(each, "child") for each in mimics)
    return Robot(root.get("name") or "robot", order, hinges, shapes, copies)


class _WithoutEntities(ElementTree.TreeBuilder):
    """Builds the tree of a file, in whatever encoding it is, which declares nothing: entities may grow without end."""

    def doctype(self, _name: str, _public: str | None, _system: str | None) -> None:
        """Raise Fault, before anything that is declared is read."""
        raise Fault(_("file"), _("it declares entities, which no robot needs; take them out."))


def _hinges(root: ElementTree.Element, links: set[str]) -> Iterator[tuple[str, Hinge]]:
    for joint in root.iterfind("joint"):
        parent, child = _link_of(joint, "parent"), _link_of(joint, "child")
        if parent not in links or child not in links:
            what = _("the joint {name} names a link that is not there; correct it.")
            raise Fault(_("joint"), what.format(name=joint.get("name")))
        kind, limit, axis = joint.get("type", "fixed"), joint.find("limit"), joint.find("axis")
        along = _vector(None if axis is None else axis.get("xyz"), (1.0, 0.0, 0.0))
        length = float(np.linalg.norm(along))
        along = along / length if length > 1e-9 else np.array((1.0, 0.0, 0.0))
        lower, upper = (-inf, inf) if limit is None else (_number(limit, "lower"), _number(limit, "upper"))
        yield child, Hinge(kind, parent, _place(joint), along, min(lower, upper), max(lower, upper))


def _link_of(joint: ElementTree.Element, tag: str) -> str:
    found = joint.find(tag)
    return "" if found is None else found.get("link", "")


def _parents_first(links: Sequence[str], hinges: Mapping[str, Hinge]) -> tuple[str, ...]:
    """Return the links, each behind the one above. Raises Fault where some go round in a circle."""
    below: dict[str, list[str]] = {}
    for link in links:
        below.setdefault(hinges[link].parent if link in hinges else "", []).append(link)
    found, todo = [], list(reversed(below.get("", [])))
    while todo:
        found.append(todo.pop())
        todo += reversed(below.get(found[-1], []))
    if len(found) < len(links):
        raise Fault(_("joint"), _("its joints go round in a circle; a robot here is a tree."))
    return tuple(found)


def _shapes(root: ElementTree.Element, colours: Mapping[str, tuple[float, float, float, float]]) -> Iterator[Shape]:
    left = MOST_BODIES
    for link in root.iterfind("link"):
        for visual in link.iterfind("visual"):
            geometry = visual.find("geometry")
            left -= 1
            if geometry is None or len(geometry) == 0 or left < 0:
                continue
            material = visual.find("material")
            named = None if material is None else (_colour(material) or colours.get(material.get("name", "")))
            yield Shape(link.get("name", ""), _place(visual), geometry[0].tag, geometry[0].attrib, named)


def _colours(root: ElementTree.Element) -> dict[str, tuple[float, float, float, float]]:
    """Return the colours that the robot has by name, linear."""
    found = ((each.get("name", ""), _colour(each)) for each in root.iter("material"))
    return {name: colour for name, colour in found if name and colour}


def _colour(material: ElementTree.Element) -> tuple[float, float, float, float] | None:
    colour = material.find("color")
    if colour is None:
        return None
    red, green, blue, alpha = np.clip(_vector(colour.get("rgba"), (0.8, 0.8, 0.8, 1.0)), 0.0, 1.0).tolist()
    linear = to_linear(np.array((red, green, blue)))
    return (float(linear[0]), float(linear[1]), float(linear[2]), float(alpha))


def _place(element: ElementTree.Element) -> Floats:
    """Return the frame (4, 4) that `origin` says: moved, and turned about the fixed axes X, Y and Z, in this order."""
    origin, found = element.find("origin"), np.eye(4)
    if origin is None:
        return found
    roll, pitch, yaw = _vector(origin.get("rpy"), (0.0, 0.0, 0.0)).tolist()
    about_x = np.array(((1.0, 0.0, 0.0), (0.0, cos(roll), -sin(roll)), (0.0, sin(roll), cos(roll))))
    about_y = np.array(((cos(pitch), 0.0, sin(pitch)), (0.0, 1.0, 0.0), (-sin(pitch), 0.0, cos(pitch))))
    about_z = np.array(((cos(yaw), -sin(yaw), 0.0), (sin(yaw), cos(yaw), 0.0), (0.0, 0.0, 1.0)))
    found[:3, :3] = about_z @ about_y @ about_x
    found[:3, 3] = _vector(origin.get("xyz"), (0.0, 0.0, 0.0))
    return found


def _vector(text: str | None, usual: tuple[float, ...]) -> Floats:
    """Return as many numbers as are usual. Raises Fault where the text has others, or they are no numbers."""
    if text is None:
        return np.array(usual)
    try:
        found = np.array([float(word) for word in text.split()])
    except ValueError:
        found = np.empty(0)
    if len(found) != len(usual) or not np.isfinite(found).all() or (np.abs(found) > LONGEST).any():
        several = _("{text} is not {count} finite numbers; correct it.")
        what = _("{text} is no finite number; correct it.") if len(usual) == 1 else several
        raise Fault(_("robot"), what.format(text=f"“{text[:40]}”", count=len(usual)))
    return found


def _number(element: ElementTree.Element, name: str) -> float:
    return float(_vector(element.get(name), (0.0,))[0])


# Nodes and bodies


def content_of(robot: Robot, path: Path) -> Content:
    """Return the links as nodes with their bodies, as far as these can be had from beside the file."""
    number, content = {link: place for place, link in enumerate(robot.links)}, Content()
    bodies = _bodies(robot, path, content)
    for link in robot.links:
        hinge, mesh = robot.hinges.get(link), None
        if bodies.get(link):
            content.meshes.append(Mesh(link, tuple(bodies[link])))
            mesh = len(content.meshes) - 1
        if hinge is None:
            content.nodes.append(Node(link, rotation=Y_UP, mesh=mesh))
            continue
        x, y, z, w = rot.quaternion_from_matrix(hinge.place[:3, :3]).tolist()
        content.nodes.append(Node(link, number[hinge.parent], three(hinge.place[:3, 3]), (x, y, z, w), mesh=mesh))
    if robot.mimics:
        what = _("What copies another joint in the file is posed by itself here: {links}.")
        content.words.append(what.format(links=listed(robot.mimics)))
    content.notes = {"joints": [_note(robot.hinges.get(link)) for link in robot.links]}
    return content


def _note(hinge: Hinge | None) -> list[Any] | None:
    """Return what is noted of a joint: its kind, its axis in its own frame, and its ends."""
    if hinge is None:
        return None
    return [hinge.kind, hinge.axis.tolist(), *(None if abs(end) == inf else end for end in (hinge.lower, hinge.upper))]


def _bodies(robot: Robot, path: Path, content: Content) -> dict[str, list[Primitive]]:
    """Return what is seen of each link, in its frame. Materials, and what is missing, are told to the content."""
    files, missing = _Files(path), 0
    files.take([shape.said.get("filename", "") for shape in robot.shapes if shape.tag == "mesh"])
    found: dict[str, list[Primitive]] = {}
    for shape in robot.shapes:
        parts = files.parts(shape.said.get("filename", "")) if shape.tag == "mesh" else _measured(shape)
        missing += not parts
        scale = _vector(shape.said.get("scale"), (1.0, 1.0, 1.0))
        for part in parts:
            material = _material(shape, content)
            found.setdefault(shape.link, []).append(_placed(part, shape.place @ np.diag((*scale, 1.0)), material))
    if missing:
        what = _("{count} of {all} bodies were not found as STL, OBJ or PLY in its folder; put them there to see them.")
        content.words.append(what.format(count=missing, all=len(robot.shapes)))
    return found


class _Files:
    """The meshes that a robot names, from its folder and below."""

    def __init__(self, path: Path) -> None:
        self._path, self._known, self._left = path, dict[str, list[Primitive]](), LARGEST_TEXT

    def take(self, names: Sequence[str]) -> None:
        """Read them all."""
        scans: list[tuple[str, Kind, bytes]] = []
        for name in dict.fromkeys(names):
            data, ending = self._found(name), name.lower().rpartition(".")[2]
            if ending == "obj" and data:
                self._known[name] = self._of_obj(data)
            elif data and ending in ("stl", "ply"):
                scans.append((name, "stl" if ending == "stl" else "ply", data))
        if scans:
            read = primitives([(kind, data) for _name, kind, data in scans])
            self._known |= {name: [part] for (name, _kind, _data), part in zip(scans, read, strict=True) if part}

    def parts(self, name: str) -> list[Primitive]:
        """Return the triangles of a file; none where it was not found."""
        return self._known.get(name, [])

    def _of_obj(self, data: bytes) -> list[Primitive]:
        try:
            meshes = wavefront.content_of(data, self._path).meshes
        except Fault:
            return []
        return [replace(part, material=None) for mesh in meshes for part in mesh.primitives]

    def _found(self, name: str) -> bytes:
        """Return the file that a path such as package://robot/meshes/arm.stl leads to: in the folder, or below it."""
        words = [word for word in name.partition("://")[2].split("/") or [] if word] or name.split("/")
        for first in range(len(words)):
            try:
                data = bytes_beside(self._path, "/".join(words[first:]), "mesh", self._left)
            except Fault:
                continue
            self._left -= len(data)
            return data
        return b""


def _measured(shape: Shape) -> list[Primitive]:
    """Return the triangles of a box, a cylinder, a capsule or a sphere about the origin; Z is along its length."""
    said = {
        name: float(_vector(shape.said.get(name), (0.0,))[0]) for name in ("radius", "length") if name in shape.said
    }
    radius, half = said.get("radius", 0.0), said.get("length", 0.0) / 2.0
    if shape.tag == "box":
        return [_box(_vector(shape.said.get("size"), (0.0, 0.0, 0.0)))]
    if shape.tag == "cylinder":
        return [_turned([(0.0, -half), (radius, -half), (radius, half), (0.0, half)], smooth=False)]
    if shape.tag in ("sphere", "capsule"):
        half = half if shape.tag == "capsule" else 0.0
        angles = np.linspace(-pi / 2.0, pi / 2.0, SIDES // 2 + 1)
        return [_turned([(radius * cos(a), radius * sin(a) + (half if a > 0.0 else -half)) for a in angles.tolist()])]
    return []


def _box(size: Floats) -> Primitive:
    corners = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]) * size
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = [corner for a, b, c, d in sides for corner in ((a, b, c), (a, c, d))]
    return Primitive(corners.astype(np.float32), np.array(triangles, np.uint32))


def _turned(outline: Sequence[tuple[float, float]], smooth: bool = True) -> Primitive:
    """Return what an outline of (radius, height), from below, makes when it is turned about Z."""
    around = 2.0 * pi * np.arange(SIDES) / SIDES
    rings = [np.column_stack([r * np.cos(around), r * np.sin(around), np.full(SIDES, z)]) for r, z in outline]
    at, to = np.arange(SIDES), (np.arange(SIDES) + 1) % SIDES
    triangles = []
    for ring in range(len(outline) - 1):
        low, high = ring * SIDES, (ring + 1) * SIDES
        triangles += [
            np.column_stack([low + at, low + to, high + to]),
            np.column_stack([low + at, high + to, high + at]),
        ]
    points = np.concatenate(rings).astype(np.float32)
    normals = points if smooth and outline[-1][1] == -outline[0][1] else None
    return Primitive(points, np.concatenate(triangles).astype(np.uint32), normals)


def _placed(part: Primitive, place: Floats, material: int | None) -> Primitive:
    """Return a part moved by a matrix (4, 4); one that mirrors turns its triangles over."""
    linear = place[:3, :3]
    positions = part.positions @ linear.T + place[:3, 3]
    flipped = np.linalg.det(linear) < 0.0
    normals = None
    if part.normals is not None and abs(np.linalg.det(linear)) > 1e-30:
        normals = (part.normals @ np.linalg.inv(linear)).astype(np.float32)
    return replace(
        part,
        positions=positions.astype(np.float32),
        normals=normals,
        triangles=part.triangles[:, ::-1] if flipped else part.triangles,
        material=material,
    )


def _material(shape: Shape, content: Content) -> int | None:
    """Return the place of the shape's colour among the materials; it is added where it is new."""
    if shape.colour is None:
        return None
    made = Material(base=shape.colour, alpha="BLEND" if shape.colour[3] < 1.0 else "OPAQUE", roughness=0.6)
    for place, known in enumerate(content.materials):
        if known.base == made.base:
            return place
    content.materials.append(made)
    return len(content.materials) - 1


# Locks and limits


def _with_joints(document: Document, notes: dict[str, Any]) -> Document:
    """Return the robot whose bones turn and slide as its joints do: `notes` has them by the places of their nodes."""
    source, rig = document.figure.source, document.rig
    if source is None:
        return document
    worlds, nodes = to_armature(source) @ rest_worlds(source), list(source.nodes)
    made, sliders = dict[str, Bone](), list[LimitLocation]()
    for place, said in enumerate(notes.get("joints", ())):
        bone = rig.by_name.get(nodes[place].bone or "")
        if bone is None or said is None:
            continue
        kind, axis, lower, upper = said
        along = worlds[place, :3, :3] @ axis
        made[bone.name] = _hinged(bone, kind, along, lower, upper)
        nodes[place] = replace(nodes[place], tail=made[bone.name].tail, roll=made[bone.name].roll)
        if kind == "prismatic":
            sliders.append(_slider(made[bone.name], along, lower, upper))
    bones = tuple(made.get(bone.name, bone) for bone in rig.bones)
    tails = {bone.name: bone.tail for bone in bones}
    bones = tuple(
        replace(bone, connected=False) if bone.connected and tails[bone.parent or ""] != bone.head else bone
        for bone in bones
    )
    rig = rig.changed(bones=bones, constraints=(*rig.constraints, *sliders))
    return document.with_figure(replace(document.figure, rig=rig, source=replace(source, nodes=tuple(nodes))))


def _hinged(bone: Bone, kind: str, axis: Floats, lower: float | None, upper: float | None) -> Bone:
    """Return a bone that moves about or along an axis (3,), armature space, alone: about its X, or along its Y."""
    if kind in ("floating", "planar"):
        return bone
    if kind not in ("revolute", "continuous", "prismatic"):
        return replace(bone, joint=replace(bone.joint, lock=EVERY), locks=Locks(EVERY, EVERY, EVERY))
    span = np.subtract(bone.tail, bone.head)
    length, cosine = float(np.linalg.norm(span)), float(span @ axis) / max(float(np.linalg.norm(span)), 1e-12)
    twists = kind == "prismatic" or abs(cosine) > ALONG
    sign = -1.0 if cosine < 0.0 else 1.0
    y = sign * axis if twists else span / length - cosine * axis
    y = y / np.linalg.norm(y)
    turned = replace(bone, tail=three(np.add(bone.head, length * y)))
    if not twists:
        turned = replace(turned, roll=roll_of(np.column_stack([axis, y, np.cross(axis, y)]), y))
    if kind == "prismatic":
        return replace(turned, joint=replace(bone.joint, lock=EVERY), locks=Locks((True, False, True), EVERY, EVERY))
    limit = None
    if kind == "revolute" and lower is not None and upper is not None and upper - lower < 2.0 * pi:
        limit = (-upper, -lower) if twists and sign < 0.0 else (lower, upper)
    locks = (True, False, True) if twists else (False, True, True)
    limits: AxisLimits = (None, limit, None) if twists else (limit, None, None)
    return replace(turned, joint=Joint(lock=locks, limit=limits), locks=Locks(EVERY, locks, EVERY))


def _slider(bone: Bone, axis: Floats, lower: float | None, upper: float | None) -> LimitLocation:
    """Return what keeps a slider on its way."""
    if np.subtract(bone.tail, bone.head) @ axis < 0.0:
        lower, upper = (None if upper is None else -upper), (None if lower is None else -lower)
    return LimitLocation(owner=bone.name, owner_space="local", lower=(0.0, lower, 0.0), upper=(0.0, upper, 0.0))
