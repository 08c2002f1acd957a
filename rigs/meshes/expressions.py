"""Expressions of a character: by name, what a face does where a value between 0 and 1 asks for it.

Those of a VRM are what its file lists; any other file has one for each name of its morph targets. Values become weights
of morph targets in this order: a binary expression is rounded, those that override mouth, eyelids or looking weaken
these, all that moves a target is added up, and the sum is held between 0 and 1 (VRMC_vrm 1.0, expressions).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from pantin.rigs.meshes.materials import Colour4, Material, Texture

B = TypeVar("B", "ColourBind", "UvBind")

Override = Literal["none", "block", "blend"]
"""Whether an expression leaves others, puts them out wherever it is there, or weakens them as far as it is there."""

Group = Literal["blink", "look", "mouth"]

GROUPS: Mapping[str, Group] = {
    **dict.fromkeys(("blink", "blinkLeft", "blinkRight"), "blink"),
    **dict.fromkeys(("lookUp", "lookDown", "lookLeft", "lookRight"), "look"),
    **dict.fromkeys(("aa", "ih", "ou", "ee", "oh"), "mouth"),
}
"""The expressions that others may override, by their presets."""

OLD_PRESETS: Mapping[str, str] = {
    "neutral": "neutral",
    "a": "aa",
    "i": "ih",
    "u": "ou",
    "e": "ee",
    "o": "oh",
    "blink": "blink",
    "joy": "happy",
    "angry": "angry",
    "sorrow": "sad",
    "fun": "relaxed",
    "lookup": "lookUp",
    "lookdown": "lookDown",
    "lookleft": "lookLeft",
    "lookright": "lookRight",
    "blink_l": "blinkLeft",
    "blink_r": "blinkRight",
}
"""The presets of VRM 1.0, by those before it in small letters."""

PRESETS: Mapping[str, str] = {
    **{each.lower(): each for each in (*OLD_PRESETS.values(), "surprised")},
    **OLD_PRESETS,
}
"""The presets of VRM 1.0, by their names in any version in small letters."""

TEXTURES = ("base_texture", "emission_texture", "normal_texture", "surface_texture")
TOON_TEXTURES = ("shade_texture", "outline_texture")

ColourKind = Literal["base", "emission", "shade", "rim", "outline"]


class MeshMorphs(msgspec.Struct, frozen=True):
    """The morph targets of a mesh at a node, by name, with the weights that the file gives them."""

    node: int
    names: tuple[str, ...]
    weights: tuple[float, ...]


class MorphBind(msgspec.Struct, frozen=True):
    """A morph target that an expression moves."""

    node: int
    """The node of its mesh."""
    target: int
    weight: float
    """Of the target where the expression is 1."""


class ColourBind(msgspec.Struct, frozen=True):
    """A colour of a material that an expression changes."""

    material: int
    kind: ColourKind
    colour: Colour4
    """Linear: what it is where the expression is 1."""


class UvBind(msgspec.Struct, frozen=True):
    """The textures of a material that an expression moves."""

    material: int
    offset: tuple[float | None, float | None]
    scale: tuple[float | None, float | None]
    """What they are where the expression is 1; None stays as it is."""


class Expression(msgspec.Struct, frozen=True):
    """One expression of a character."""

    name: str
    """As its file calls it, unique within the character."""
    preset: str | None = None
    """Which of VRM 1.0's it is, whatever its file calls it; None for one of its own."""
    binds: tuple[MorphBind, ...] = ()
    colours: tuple[ColourBind, ...] = ()
    uvs: tuple[UvBind, ...] = ()
    is_binary: bool = False
    """Whether it is there or not: more than 0.5 is 1, all else 0."""
    blink: Override = "none"
    look: Override = "none"
    mouth: Override = "none"
    bounded: bool = True
    """Whether the weights that it moves stay within 0 and 1, as those of a VRM do."""


class Face(Protocol):
    """Anything with morph targets, materials and expressions that change them, as a character has."""

    @property
    def morphs(self) -> tuple[MeshMorphs, ...]:
        """The morph targets of its meshes."""

    @property
    def materials(self) -> tuple[Material, ...]:
        """Its materials."""

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """All that move them."""


def strengths(expressions: Sequence[Expression], values: Mapping[str, float]) -> dict[str, float]:
    """Compute how far each expression is there that is at all, by its name: rounded, and weakened by others."""
    if not values:
        return {}
    named = by_own_names(expressions, values)
    found = [(each, _rounded(each, named[each.name])) for each in expressions if named.get(each.name)]
    left = dict.fromkeys(("blink", "look", "mouth"), 1.0)
    for each, value in found:
        for group, override in (("blink", each.blink), ("look", each.look), ("mouth", each.mouth)):
            if GROUPS.get(each.preset or "") == group:
                continue  # none overrides itself
            if override == "block" and value > 0.0:
                left[group] = 0.0
            elif override == "blend":
                left[group] -= value
    there = {}
    for each, value in found:
        factor = max(left.get(GROUPS.get(each.preset or "", ""), 1.0), 0.0)
        there[each.name] = value * (float(factor >= 1.0) if each.is_binary else factor)
    return there


def by_own_names(expressions: Sequence[Expression], values: Mapping[str, float]) -> dict[str, float]:
    """Return the values of expressions by their names. A name that none has stands for the one that is that preset of
    VRM, in any version: faces that were posed, or sent, for other characters show here too.
    """
    names = {each.name for each in expressions}
    presets = {each.preset: each.name for each in reversed(expressions) if each.preset}
    found: dict[str, float] = {}
    for name, value in values.items():
        own = name if name in names else presets.get(PRESETS.get(name.lower(), ""))
        if own is not None:
            found[own] = found.get(own, 0.0) + value
    return found


def _rounded(expression: Expression, value: float) -> float:
    if expression.is_binary:
        return float(value > 0.5)
    return min(max(value, 0.0), 1.0) if expression.bounded else value


def materials_of(character: Face, values: Mapping[str, float]) -> dict[int, Material]:
    """Return the materials that expressions change, by their places: colours and textures are a part of the way from
    what they are to what an expression makes of them.
    """
    found: dict[int, Material] = {}
    there = strengths(character.expressions, values)
    for each in character.expressions:
        value = there.get(each.name, 0.0)
        if value:
            for colour in _of_known(each.colours, character.materials):
                own = character.materials[colour.material]
                found[colour.material] = _coloured(found.get(colour.material, own), own, colour, value)
            for uv in _of_known(each.uvs, character.materials):
                own = character.materials[uv.material]
                found[uv.material] = _moved(found.get(uv.material, own), own, uv, value)
    return found


def _of_known(binds: Iterable[B], materials: Sequence[Material]) -> list[B]:
    return [bind for bind in binds if 0 <= bind.material < len(materials)]


def _coloured(material: Material, own: Material, bind: ColourBind, value: float) -> Material:
    """Return a material with a part of the way from its `own` colour to another added."""
    toon, own_toon = material.toon, own.toon
    if bind.kind == "base":
        return replace(material, base=_nearer(material.base, own.base, bind.colour, value))
    if bind.kind == "emission":
        return replace(material, emission=_nearer(material.emission, own.emission, bind.colour, value))
    if toon is None or own_toon is None:
        return material
    name = {"shade": "shade", "rim": "rim", "outline": "outline_colour"}[bind.kind]
    colour = _nearer(getattr(toon, name), getattr(own_toon, name), bind.colour, value)
    return replace(material, toon=replace(toon, **{name: colour}))


def _nearer(now: Sequence[float], own: Sequence[float], wanted: Sequence[float], value: float) -> Any:
    return tuple(max(at + value * (there - start), 0.0) for at, start, there in zip(now, own, wanted, strict=False))


def _moved(material: Material, own: Material, bind: UvBind, value: float) -> Material:
    """Return a material with all its textures moved a part of the way from where its `own` are."""
    changed: dict[str, Any] = {
        name: _moved_texture(getattr(material, name), getattr(own, name), bind, value) for name in TEXTURES
    }
    if material.toon is not None and own.toon is not None:
        toon = {
            name: _moved_texture(getattr(material.toon, name), getattr(own.toon, name), bind, value)
            for name in TOON_TEXTURES
        }
        changed["toon"] = replace(material.toon, **toon)
    return replace(material, **changed)


def _moved_texture(texture: Texture | None, own: Texture | None, bind: UvBind, value: float) -> Texture | None:
    if texture is None or own is None:
        return texture
    offset, scale = (
        tuple(
            at if there is None else at + value * (there - start)
            for at, start, there in zip(now, before, wanted, strict=True)
        )
        for now, before, wanted in (
            (texture.offset, own.offset, bind.offset),
            (texture.scale, own.scale, bind.scale),
        )
    )
    return replace(texture, offset=offset, scale=scale)


def of_targets(morphs: Iterable[MeshMorphs]) -> tuple[Expression, ...]:
    """Return an expression for each name of morph targets, in their order: targets of one name move together."""
    binds: dict[str, list[MorphBind]] = {}
    for mesh in morphs:
        for target, name in enumerate(mesh.names):
            binds.setdefault(name, []).append(MorphBind(mesh.node, target, 1.0))
    return tuple(Expression(name, binds=tuple(each), bounded=False) for name, each in binds.items())


def weights_of(character: Face, values: Mapping[str, float]) -> dict[int, tuple[float, ...]]:
    """Compute the weights of morph targets by the node of their mesh, for values of expressions by name.

    They are added to the weights that the file gives. Nodes of which no target moves are left out, and so are names
    that the character lacks.
    """
    found: dict[int, list[float]] = {}
    own = {mesh.node: mesh.weights for mesh in character.morphs}
    bounded = set[tuple[int, int]]()
    there = strengths(character.expressions, values)
    for each in character.expressions:
        value = there.get(each.name, 0.0)
        for bind in each.binds if value else ():
            if bind.node in own and bind.target < len(own[bind.node]):
                weights = found.setdefault(bind.node, list(own[bind.node]))
                weights[bind.target] += value * bind.weight
                if each.bounded:
                    bounded.add((bind.node, bind.target))
    for node, target in bounded:
        found[node][target] = min(max(found[node][target], 0.0), 1.0)
    return {node: tuple(weights) for node, weights in found.items()}
