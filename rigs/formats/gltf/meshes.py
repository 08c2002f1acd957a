"""The meshes of a glTF file as a character: parts with skins, morph targets, materials and pictures.

What hangs on the nodes of the default scene is read. A mesh at two nodes shares its arrays. What is damaged is left
out, with a sentence each; the rest is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any, BinaryIO, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.decoding import decode
from pantin.rigs.formats.files import Fault, FilePath, read_with
from pantin.rigs.formats.gltf.accessors import Accessors, Limit
from pantin.rigs.formats.gltf.container import Gltf, read_gltf
from pantin.rigs.formats.gltf.draco import Decoder
from pantin.rigs.formats.gltf.expressions import face_of
from pantin.rigs.formats.gltf.humanoid import human_bones
from pantin.rigs.formats.gltf.joints import HALF_TURN, all_worlds
from pantin.rigs.formats.gltf.makers import meta_of
from pantin.rigs.formats.gltf.persons import first_person_of, look_at_of
from pantin.rigs.formats.gltf.primitives import Primitive, Shape, shape_of
from pantin.rigs.formats.gltf.surfaces import materials_of, pictures_of
from pantin.rigs.formats.own_file import digest_of
from pantin.rigs.formats.skeleton import Z_UP, usable
from pantin.rigs.meshes.character import Character, Part, Skin, Weighted
from pantin.rigs.messages import _
from pantin.rigs.wording import quoted

T = TypeVar("T")
Floats = NDArray[np.float64]

MADE = "madeByPantin"
"""The entry of the asset's extras that lists what in the file Pantin made."""

WEIGHTS, CHANGED = "weights", "changed weights"
"""The entries of that list where Pantin made all weights, and where some were changed: the file's own, or those."""

CUT = "cut loops"
"""The entry of that list where loops were cut into its meshes."""

UNIT = "metresOfUnit"
"""The entry of the asset's extras that tells the unit of the file that it was converted from."""
SMALLEST_UNIT = 1e-6
"""Metres."""

MOST_PARTS = 2_000
MOST_DRAWN = 10_000_000
"""Corners of all parts together, also where parts share them: each is drawn."""

MOST_REPEATED, MOST_DRAWN_AGAIN = 250, 500_000
"""Parts that share their arrays with one before, and corners of these: a file of some bytes could ask for millions."""

MOST_JOINTS = 65_536
"""Joints of all skins together: as many as 16 bits count."""

MOST_SENTENCES = 20
"""What was left out is said so often, and then how much more there was."""


NO_SKIN = Skin((), np.zeros((0, 4, 4)))
"""That of which nothing is drawn."""


class _Mesh(msgspec.Struct, frozen=True):
    primitives: tuple[Any, ...] = ()
    weights: Any = None
    name: Any = None
    extras: Any = None


class _Scene(msgspec.Struct, frozen=True):
    nodes: tuple[Annotated[int, msgspec.Meta(ge=0)], ...] = ()


def character(path: FilePath) -> Character:
    """Return what is drawn of a glTF file. Raises Unreadable where it is none; `left_out` says what is missing."""
    return read_with(path, lambda file, size: _character(file, size, Path(path)))


def character_in(data: bytes) -> Character:
    """Return what is drawn of the bytes of a glTF file that names no others. Raises Fault."""
    return _character(BytesIO(data), len(data), Path())


def _character(file: BinaryIO, size: int, path: Path) -> Character:
    gltf = read_gltf(file, size)
    worlds = all_worlds(gltf)
    found = _Reading(gltf, Accessors(gltf, file, size, path, Limit.of_meshes()), worlds)
    parts = tuple(found.parts())
    pictures = pictures_of(gltf, found.accessors, path, found.say)
    return Character(
        digest=digest_of(file),
        parts=parts,
        skins=tuple(found.skins),
        worlds=worlds,
        turn=_turn(gltf),
        materials=materials_of(gltf),
        pictures=pictures,
        morphs=(face := face_of(gltf)).morphs,
        expressions=face.expressions,
        humanoid=human_bones(gltf),
        look_at=look_at_of(gltf),
        meta=meta_of(gltf),
        first_person=first_person_of(gltf),
        weighted=_weighted(made_in(gltf.asset.extras)),
        left_out=found.left_out,
        otherwise=_noted(gltf, "words"),
        told=(*_noted(gltf, "facts"), *_made(gltf)),
        unit=_unit(gltf),
    )


def shapes(gltf: Gltf, file: BinaryIO, size: int, path: Path) -> Character:
    """Return the places, weights and triangles of an open file; nothing says how they look, and what is damaged."""
    worlds = all_worlds(gltf)
    found = _Reading(gltf, Accessors(gltf, file, size, path, Limit.of_meshes()), worlds, plain=True)
    return Character("", tuple(found.parts()), tuple(found.skins), worlds, _turn(gltf))


def _noted(gltf: Gltf, kind: str) -> tuple[str, ...]:
    """Return what was noted where the file was made of one of another program (`converted/glb.py`)."""
    found = _extras(gltf).get(kind)
    notes = found[:MOST_NOTES] if isinstance(found, list) else []
    return tuple(each[:LONGEST_NOTE] for each in notes if isinstance(each, str))


def _made(gltf: Gltf) -> tuple[str, ...]:
    """Return sentences about the loops that Pantin cut, and the weights that it made or changed, where it did."""
    made = made_in(gltf.asset.extras)
    loops = (_("Pantin cut loops into its mesh."),) if CUT in made else ()
    if WEIGHTS in made:
        return (*loops, _("Pantin made its weights."))
    return (*loops, _("Pantin changed its weights.")) if CHANGED in made else loops


def _extras(gltf: Gltf) -> dict[str, Any]:
    return gltf.asset.extras if isinstance(gltf.asset.extras, dict) else {}


def made_in(extras: object) -> list[Any]:
    """Return what Pantin noted in the extras of an asset that it made of the file."""
    listed = extras.get(MADE) if isinstance(extras, dict) else None
    return listed if isinstance(listed, list) else []


def _weighted(made: Sequence[Any]) -> Weighted:
    if CHANGED in made:
        return "changed"
    return "by Pantin" if WEIGHTS in made else "as its file"


def _unit(gltf: Gltf) -> float:
    """Return the metres of a unit of the file of another program that the file was made of."""
    noted = _extras(gltf).get(UNIT)
    return float(noted) if isinstance(noted, int | float) and SMALLEST_UNIT <= noted <= 1.0 / SMALLEST_UNIT else 1.0


def _turn(gltf: Gltf) -> Floats:
    """Return the rotation (4, 4) from the axes of the file to the armature space."""
    turn = np.eye(4)
    turn[:3, :3] = Z_UP @ HALF_TURN if gltf.faces_back else Z_UP
    return turn


MOST_NOTES, LONGEST_NOTE = 50, 500
"""Sentences of a kind that a file may hold, and letters of each."""


class _Reading:
    """A file while its parts are read, and what was left out of them. In `plain` ones nothing says how they look."""

    def __init__(self, gltf: Gltf, accessors: Accessors, worlds: Floats, plain: bool = False) -> None:
        self.accessors, self._plain = accessors, plain
        self._gltf, self._worlds = gltf, worlds
        self._said: dict[str, None] = {}
        self._shapes: dict[tuple[int, int, int | None], Shape | None] = {}
        self._meshes: dict[int, _Mesh | None] = {}
        self._broken: dict[int, Fault] = {}
        """Skins that cannot be used, and why."""
        self._decoder = Decoder(accessors, self._primitives())
        used = {self._gltf.nodes[node].skin for node in self._mesh_nodes()}
        self._joints_left = MOST_JOINTS
        self.skins = [self._skin(number) if number in used else NO_SKIN for number in range(len(gltf.skins))]

    def _primitives(self) -> Iterator[Any]:
        """Yield the primitives of all meshes that are drawn, as the file has them."""
        for index in dict.fromkeys(self._gltf.nodes[node].mesh for node in self._mesh_nodes()):
            mesh = self._mesh(index)
            yield from () if mesh is None else mesh.primitives

    def say(self, sentence: str) -> None:
        """Note what is left out, once."""
        self._said.setdefault(sentence)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Return a sentence for each thing that was left out."""
        said = tuple(self._said)
        if len(said) <= MOST_SENTENCES:
            return said
        more = _("{count} more things are left out.").format(count=len(said) - MOST_SENTENCES)
        return (*said[:MOST_SENTENCES], more)

    def parts(self) -> Iterator[Part]:
        """Yield the parts at the nodes of the scene, in their order."""
        count = drawn = repeated = again = 0
        known = set[int]()
        for node in self._mesh_nodes():
            mesh = self._mesh(self._gltf.nodes[node].mesh)
            if mesh is None:
                continue
            for place in range(len(mesh.primitives)):
                part = self._part(node, mesh, place)
                if part is None:
                    continue
                count, drawn = count + 1, drawn + len(part.positions)
                if id(part.positions) in known:
                    repeated, again = repeated + 1, again + len(part.positions)
                known.add(id(part.positions))
                are_too_many = count > MOST_PARTS or drawn > MOST_DRAWN
                if are_too_many or repeated > MOST_REPEATED or again > MOST_DRAWN_AGAIN:
                    sentence = _(
                        "Only the first {count} parts are drawn: more are too many. Join some where it was made."
                    )
                    self.say(sentence.format(count=count - 1))
                    return
                yield part

    def _mesh_nodes(self) -> list[int]:
        """Return the nodes of the default scene that have a mesh, by their places; of the first where none is named."""
        nodes, count = self._gltf.nodes, len(self._gltf.nodes)
        with_mesh = [index for index, node in enumerate(nodes) if type(node.mesh) is int]
        scenes = self._gltf.scenes if isinstance(self._gltf.scenes, list) else []
        at = self._gltf.scene if type(self._gltf.scene) is int and 0 <= self._gltf.scene < len(scenes) else 0
        try:
            todo = list(decode(scenes[at], _Scene).nodes) if scenes else []
        except Fault:
            todo = []
        seen = set[int]()
        while todo:
            index = todo.pop()
            if index < count and index not in seen:
                seen.add(index)
                todo.extend(nodes[index].children)
        shown = [index for index in with_mesh if index in seen]
        return shown or with_mesh

    def _mesh(self, index: int) -> _Mesh | None:
        """Return a mesh of the file; None, with a sentence, where there is none."""
        if index not in self._meshes:
            self._meshes[index] = self._decoded_mesh(index)
        return self._meshes[index]

    def _decoded_mesh(self, index: int) -> _Mesh | None:
        rows = self._gltf.meshes if isinstance(self._gltf.meshes, list) else []
        try:
            if not 0 <= index < len(rows):
                raise Fault("", _("the file has no such mesh; export it anew."))
            return decode(rows[index], _Mesh)
        except Fault as fault:
            self._leave_out(str(index), fault)
            return None

    def _leave_out(self, name: str, fault: Fault) -> None:
        self.say(_("The mesh {name} is left out: {why}").format(name=quoted(name), why=fault.what))

    def _part(self, node: int, mesh: _Mesh, place: int) -> Part | None:
        """Return a primitive of the mesh at a node; None where nothing of it is drawn."""
        own = self._gltf.nodes[node]
        name = usable(mesh.name if isinstance(mesh.name, str) else "") or usable(own.name) or str(own.mesh)
        if not np.isfinite(self._worlds[node]).all():
            self._leave_out(name, Fault("", _("its node stands nowhere, its numbers are not finite.")))
            return None
        skin = own.skin if type(own.skin) is int and 0 <= own.skin < len(self.skins) else None
        if skin in self._broken:
            self._leave_out(name, self._broken[skin])
            return None
        key = (own.mesh, place, skin)
        if key not in self._shapes:
            self._shapes[key] = self._shape(mesh, place, skin, name)
        shape = self._shapes[key]
        if shape is None:
            return None
        material = mesh.primitives[place].get("material")
        known = type(material) is int and 0 <= material < len(self._gltf.materials or ())
        return Part(
            node=node,
            mesh=own.mesh,
            primitive=place,
            name=name,
            skin=skin if shape.joints is not None else None,
            material=material if known else None,
            **shape._asdict(),
        )

    def _shape(self, mesh: _Mesh, place: int, skin: int | None, name: str) -> Shape | None:
        try:
            primitive = decode(mesh.primitives[place], Primitive)
            bound = None if skin is None else self.skins[skin]
            return shape_of(self.accessors, primitive, self._decoder, bound, name, self.say, self._plain)
        except Fault as fault:
            self._leave_out(name, fault)
            return None

    def _skin(self, number: int) -> Skin:
        """Return a skin of the file. What has none of its own is bound as the joints are in the axes of the file."""
        skin = self._gltf.skins[number]
        self._joints_left -= len(skin.joints)
        if self._joints_left < 0:
            self._broken[number] = Fault("", _("the skins of the file have too many joints."))
            return NO_SKIN
        binds = np.tile(np.eye(4), (len(skin.joints), 1, 1))
        accessor = skin.inverseBindMatrices
        damaged = Fault("", _("its skin is damaged; export it anew."))
        if any(joint >= len(self._gltf.nodes) for joint in skin.joints) or not skin.joints:
            self._broken[number] = damaged
        elif type(accessor) is int and accessor >= 0:
            try:
                found = self.accessors.floats(accessor, ("MAT4",)).astype(np.float64).reshape(-1, 4, 4)
            except Fault as fault:
                self._broken[number] = fault
            else:
                count = min(len(found), len(binds))
                binds[:count, :3] = found[:count].transpose(0, 2, 1)[:, :3]
                if not np.isfinite(binds).all() or np.abs(binds).max() > 1e30 or count < len(binds):
                    self._broken[number] = damaged
        return Skin(skin.joints, binds)
