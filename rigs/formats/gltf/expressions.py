"""The expressions of a glTF file: those of VRM in both versions; where there are none, the names of morph targets.

Before 1.0 weights are percents, meshes are named instead of nodes, colours are sRGB and textures are counted from the
bottom.
https://github.com/vrm-c/vrm-specification/blob/master/specification/VRMC_vrm-1.0/expressions.md
https://github.com/vrm-c/vrm-specification/blob/master/specification/0.0/README.md
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from pantin.rigs.formats.gltf.container import Gltf
from pantin.rigs.formats.gltf.lenient import (
    Plain,
    as_number,
    as_numbers,
    as_object,
    as_place,
    as_rows,
    as_text,
    linear,
    within,
)
from pantin.rigs.formats.gltf.primitives import MOST_TARGETS
from pantin.rigs.formats.skeleton import distinct, usable
from pantin.rigs.meshes.expressions import (
    OLD_PRESETS,
    ColourBind,
    ColourKind,
    Expression,
    MeshMorphs,
    MorphBind,
    Override,
    UvBind,
    of_targets,
)
from pantin.rigs.meshes.materials import Colour4, Material

T = TypeVar("T")

MOST = 1000
"""Expressions of one file."""

MOST_WEIGHTS = 5_000_000
"""Weights of morph targets at all nodes together."""

MOST_BINDS = 100_000
"""Of all expressions of one file together."""

COLOURS: Mapping[str, ColourKind] = {
    "color": "base",
    "emissionColor": "emission",
    "shadeColor": "shade",
    "rimColor": "rim",
    "outlineColor": "outline",
}
UNITY_COLOURS: Mapping[str, ColourKind] = {
    "_Color": "base",
    "_EmissionColor": "emission",
    "_ShadeColor": "shade",
    "_RimColor": "rim",
    "_OutlineColor": "outline",
}
UNITY_AXES: Mapping[str, tuple[bool, bool]] = {
    "_MainTex_ST": (True, True),
    "_MainTex_ST_S": (True, False),
    "_MainTex_ST_T": (False, True),
}
"""The properties that move textures, and whether they do so across and upwards."""
OVERRIDES: Mapping[str, Override] = {"block": "block", "blend": "blend"}
WHITE: Colour4 = (1.0, 1.0, 1.0, 1.0)


class _Known(NamedTuple):
    """The names and counts that expressions may refer to."""

    targets: Mapping[int, int]
    """How many morph targets the mesh at a node has."""
    nodes_of_mesh: Mapping[int, Sequence[int]]
    materials: int
    """How many there are."""
    materials_called: Mapping[str, Sequence[int]]
    room: Iterator[int]
    """One for each thing that expressions may still move."""

    def some(self, binds: Iterable[T]) -> tuple[T, ...]:
        """Return of what an expression moves as much as there is room for."""
        return tuple(bind for bind, _one in zip(binds, self.room, strict=False))


class FileFace(NamedTuple):
    """The morph targets and the expressions of a file."""

    morphs: tuple[MeshMorphs, ...]
    expressions: tuple[Expression, ...]
    has_own: bool
    """Whether the file lists expressions; else they are the names of its morph targets."""
    materials: tuple[Material, ...] = ()


def face_of(gltf: Gltf) -> FileFace:
    """Return the morph targets and the expressions of a file, in its order, by names of which none is twice."""
    morphs = tuple(_morphs(gltf))
    known = _known(gltf, morphs)
    new, old = within(gltf.extensions, "VRMC_vrm", "expressions"), within(gltf.extensions, "VRM", "blendShapeMaster")
    made = list(islice(_of_vrm(as_object(new), known) if new is not None else _of_old(as_object(old), known), MOST))
    if not made:
        return FileFace(morphs, of_targets(morphs), False)
    names = distinct(each.name for each in made)
    found = tuple(replace(each, name=name) for each, name in zip(made, names, strict=True))
    return FileFace(morphs, found, True)


def _morphs(gltf: Gltf) -> Iterator[MeshMorphs]:
    """Yield the morph targets of the meshes at nodes, with the weights that the file gives them."""
    meshes, room = as_rows(gltf.meshes), MOST_WEIGHTS
    names: dict[int, tuple[str, ...]] = {}
    for number, node in enumerate(gltf.nodes):
        place = as_place(node.mesh, len(meshes))
        if place is None:
            continue
        mesh = as_object(meshes[place])
        if place not in names:
            names[place] = _target_names(mesh)
        room -= len(names[place])
        if names[place] and room >= 0:
            own = mesh.get("weights") if node.weights is None else node.weights
            yield MeshMorphs(number, names[place], as_numbers(own, (0.0,) * len(names[place])))


def _target_names(mesh: Plain) -> tuple[str, ...]:
    """Return the names of the morph targets of a mesh: those that the file gives, else their numbers."""
    primitives = list(map(as_object, as_rows(mesh.get("primitives"))))
    count = min(max((len(as_rows(each.get("targets"))) for each in primitives), default=0), MOST_TARGETS)
    lists = (as_rows(within(holder, "extras", "targetNames")) for holder in (mesh, *primitives))
    given = next((each for each in lists if each), ())
    called = [usable(as_text(each)) for each in given[:count]]
    return tuple((called[place] if place < len(called) else "") or str(place) for place in range(count))


def _known(gltf: Gltf, morphs: Sequence[MeshMorphs]) -> _Known:
    nodes_of_mesh: dict[int, list[int]] = {}
    for mesh in morphs:
        nodes_of_mesh.setdefault(gltf.nodes[mesh.node].mesh, []).append(mesh.node)
    called: dict[str, list[int]] = {}
    for place, each in enumerate(as_rows(gltf.materials)):
        called.setdefault(as_text(as_object(each).get("name")), []).append(place)
    targets = {mesh.node: len(mesh.names) for mesh in morphs}
    return _Known(targets, nodes_of_mesh, len(as_rows(gltf.materials)), called, iter(range(MOST_BINDS)))


# VRM 1.0


def _of_vrm(plain: Plain, known: _Known) -> Iterator[Expression]:
    for preset, each in as_object(plain.get("preset")).items():
        yield _expression(usable(preset), preset, as_object(each), known)
    for name, each in as_object(plain.get("custom")).items():
        yield _expression(usable(name), None, as_object(each), known)


def _expression(name: str, preset: str | None, plain: Plain, known: _Known) -> Expression:
    return Expression(
        name=name or "Expression",
        preset=preset,
        binds=known.some(_morph_binds(plain, known)),
        colours=known.some(_colour_binds(plain, known)),
        uvs=known.some(_uv_binds(plain, known)),
        is_binary=plain.get("isBinary") is True,
        blink=OVERRIDES.get(as_text(plain.get("overrideBlink")), "none"),
        look=OVERRIDES.get(as_text(plain.get("overrideLookAt")), "none"),
        mouth=OVERRIDES.get(as_text(plain.get("overrideMouth")), "none"),
    )


def _morph_binds(plain: Plain, known: _Known) -> Iterator[MorphBind]:
    for each in map(as_object, as_rows(plain.get("morphTargetBinds"))):
        node = each.get("node")
        target = as_place(each.get("index"), known.targets.get(node, 0) if type(node) is int else 0)
        if target is not None and type(node) is int:
            yield MorphBind(node, target, as_number(each.get("weight"), 1.0))


def _colour_binds(plain: Plain, known: _Known) -> Iterator[ColourBind]:
    for each in map(as_object, as_rows(plain.get("materialColorBinds"))):
        material = as_place(each.get("material"), known.materials)
        kind = COLOURS.get(as_text(each.get("type")))
        if material is not None and kind is not None:
            red, green, blue, alpha = as_numbers(each.get("targetValue"), WHITE)
            yield ColourBind(material, kind, (red, green, blue, alpha))


def _uv_binds(plain: Plain, known: _Known) -> Iterator[UvBind]:
    for each in map(as_object, as_rows(plain.get("textureTransformBinds"))):
        material = as_place(each.get("material"), known.materials)
        if material is not None:
            right, down = as_numbers(each.get("offset"), (0.0, 0.0))
            wide, high = as_numbers(each.get("scale"), (1.0, 1.0))
            yield UvBind(material, (right, down), (wide, high))


# VRM before 1.0


def _of_old(plain: Plain, known: _Known) -> Iterator[Expression]:
    for each in map(as_object, as_rows(plain.get("blendShapeGroups"))):
        called = as_text(each.get("presetName")).lower()
        name = usable(as_text(each.get("name"))) or usable(called) or "Expression"
        yield Expression(
            name=name,
            preset=OLD_PRESETS.get(called),
            binds=known.some(_old_binds(each, known)),
            colours=known.some(_old_colours(each, known)),
            uvs=known.some(_old_uvs(each, known)),
            is_binary=each.get("isBinary") is True,
        )


def _old_binds(plain: Plain, known: _Known) -> Iterator[MorphBind]:
    for each in map(as_object, as_rows(plain.get("binds"))):
        mesh = each.get("mesh")
        for node in known.nodes_of_mesh.get(mesh, ()) if type(mesh) is int else ():
            target = as_place(each.get("index"), known.targets[node])
            if target is not None:
                yield MorphBind(node, target, as_number(each.get("weight"), 100.0) / 100.0)


def _old_colours(plain: Plain, known: _Known) -> Iterator[ColourBind]:
    for each in map(as_object, as_rows(plain.get("materialValues"))):
        kind = UNITY_COLOURS.get(as_text(each.get("propertyName")))
        if kind is None:
            continue
        red, green, blue, alpha = as_numbers(each.get("targetValue"), WHITE)
        for material in known.materials_called.get(as_text(each.get("materialName")), ()):
            yield ColourBind(material, kind, (linear(red), linear(green), linear(blue), alpha))


def _old_uvs(plain: Plain, known: _Known) -> Iterator[UvBind]:
    """Yield how textures are moved: by scale and offset from the bottom, on both axes or on one of them."""
    for each in map(as_object, as_rows(plain.get("materialValues"))):
        axes = UNITY_AXES.get(as_text(each.get("propertyName")))
        if axes is None:
            continue
        wide, high, right, up = as_numbers(each.get("targetValue"), (1.0, 1.0, 0.0, 0.0))
        across, upwards = axes
        offset = (right if across else None, 1.0 - high - up if upwards else None)
        scale = (wide if across else None, high if upwards else None)
        for material in known.materials_called.get(as_text(each.get("materialName")), ()):
            yield UvBind(material, offset, scale)
