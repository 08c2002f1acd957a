"""A `Content` as binary glTF 2.0."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.formats.converted.content import Animation, Content, Material, Mesh, Node, Primitive, Skin, Target
from pantin.rigs.formats.gltf.binary_data import CORNERS, VERTICES, BinaryData, sets_of
from pantin.rigs.formats.gltf.writing import container


def glb_of(content: Content) -> bytes:
    """Return a binary glTF file with all of the content. Its arrays must fit together, as they are documented."""
    data = BinaryData()
    children: dict[int, list[int]] = {}
    for number, node in enumerate(content.nodes):
        children.setdefault(node.parent, []).append(number)
    plain: dict[str, Any] = {
        "asset": {
            "version": "2.0",
            "generator": "Pantin",
            **({"copyright": content.copyright} if content.copyright else {}),
            **({"extras": notes} if (notes := _notes(content)) else {}),
        },
        "scene": 0,
        "scenes": [{"nodes": children.get(-1, [])}],
        "nodes": [_node(node, children.get(number, [])) for number, node in enumerate(content.nodes)],
        "meshes": [_mesh(mesh, data) for mesh in content.meshes],
        "skins": [_skin(skin, data) for skin in content.skins],
        "materials": [_material(material) for material in content.materials],
        "textures": [{"source": number, "sampler": 0} for number in range(len(content.pictures))],
        "samplers": [{}] if content.pictures else [],
        "images": [
            {"name": each.name, "mimeType": each.kind, "bufferView": data.view(each.data)} for each in content.pictures
        ],
        "animations": [_animation(each, data) for each in content.animations if each.tracks],
    }
    plain |= {
        "accessors": data.accessors,
        "bufferViews": data.views,
        "buffers": [{"byteLength": len(data.bytes)}] if data.views else [],
    }
    if not content.nodes:
        del plain["scene"], plain["scenes"]
    return container({key: value for key, value in plain.items() if value != []}, bytes(data.bytes))


def _notes(content: Content) -> dict[str, Any]:
    told = {"words": content.words, "facts": content.facts}
    return {**content.notes, **{name: sentences for name, sentences in told.items() if sentences}}


def _node(node: Node, children: list[int]) -> dict[str, Any]:
    plain: dict[str, Any] = {"name": node.name} if node.name else {}
    if children:
        plain["children"] = children
    if node.matrix is not None:
        plain["matrix"] = node.matrix.T.ravel().tolist()
    else:
        for path, value, usual in (
            ("translation", node.translation, (0.0, 0.0, 0.0)),
            ("rotation", node.rotation, (0.0, 0.0, 0.0, 1.0)),
            ("scale", node.scale, (1.0, 1.0, 1.0)),
        ):
            if tuple(value) != usual:
                plain[path] = [float(number) for number in value]
    if node.mesh is not None:
        plain["mesh"] = node.mesh
        if node.skin is not None:
            plain["skin"] = node.skin
    return plain


def _mesh(mesh: Mesh, data: BinaryData) -> dict[str, Any]:
    plain: dict[str, Any] = {"primitives": [_primitive(each, data) for each in mesh.primitives]}
    if mesh.name:
        plain["name"] = mesh.name
    if mesh.weights:
        plain["weights"] = list(mesh.weights)
    if mesh.target_names:
        plain["extras"] = {"targetNames": list(mesh.target_names)}
    return plain


def _primitive(part: Primitive, data: BinaryData) -> dict[str, Any]:
    attributes = {"POSITION": data.add(_floats(part.positions), VERTICES, bounds=True)}
    if part.normals is not None:
        attributes["NORMAL"] = data.add(_unit(part.normals), VERTICES)
    for place, uvs in enumerate(part.uvs):
        attributes[f"TEXCOORD_{place}"] = data.add(_floats(uvs), VERTICES)
    if part.colours is not None:
        attributes["COLOR_0"] = data.add(np.clip(_floats(part.colours), 0.0, 1.0), VERTICES)
    if part.joints is not None and part.weights is not None:
        for place, (joints, weights) in enumerate(sets_of(part.joints, part.weights)):
            attributes[f"JOINTS_{place}"] = data.add(joints, VERTICES)
            attributes[f"WEIGHTS_{place}"] = data.add(weights, VERTICES)
    small = len(part.positions) < 2**16 - 1
    corners = part.triangles.astype(np.uint16 if small else np.uint32).ravel()
    plain: dict[str, Any] = {"attributes": attributes, "indices": data.add(corners, CORNERS)}
    if part.material is not None:
        plain["material"] = part.material
    if part.targets:
        plain["targets"] = [_target(each, data) for each in part.targets]
    return plain


def _target(target: Target, data: BinaryData) -> dict[str, Any]:
    found = {"POSITION": data.add_moves(_floats(target.positions), bounds=True)}
    if target.normals is not None:
        found["NORMAL"] = data.add_moves(_floats(target.normals))
    return found


def _skin(skin: Skin, data: BinaryData) -> dict[str, Any]:
    binds = skin.inverse_binds.astype(np.float32)
    binds[:, 3] = (0.0, 0.0, 0.0, 1.0)
    plain = {"joints": list(skin.joints), "inverseBindMatrices": data.add(binds.transpose(0, 2, 1).reshape(-1, 16))}
    return {"name": skin.name, **plain} if skin.name else plain


def _material(material: Material) -> dict[str, Any]:
    surface: dict[str, Any] = {"metallicFactor": material.metallic, "roughnessFactor": material.roughness}
    if material.base != (1.0, 1.0, 1.0, 1.0):
        surface["baseColorFactor"] = list(material.base)
    if material.base_picture is not None:
        surface["baseColorTexture"] = {"index": material.base_picture}
    plain: dict[str, Any] = {"pbrMetallicRoughness": surface}
    if material.name:
        plain["name"] = material.name
    if any(material.emission):
        plain["emissiveFactor"] = list(material.emission)
    if material.emission_picture is not None:
        plain["emissiveTexture"] = {"index": material.emission_picture}
    if material.normal_picture is not None:
        plain["normalTexture"] = {"index": material.normal_picture}
    if material.alpha != "OPAQUE":
        plain["alphaMode"] = material.alpha
        if material.alpha == "MASK":
            plain["alphaCutoff"] = material.cutoff
    if material.double_sided:
        plain["doubleSided"] = True
    return plain


def _animation(animation: Animation, data: BinaryData) -> dict[str, Any]:
    times = data.add(animation.times.astype(np.float32), bounds=True)
    channels: list[dict[str, Any]] = []
    samplers: list[dict[str, Any]] = []
    for track in animation.tracks:
        values = rot.without_sign_flips(track.values) if track.path == "rotation" else track.values
        rows = values.astype(np.float32)
        channels.append({"sampler": len(samplers), "target": {"node": track.node, "path": track.path}})
        output = data.add(rows.ravel() if track.path == "weights" else rows)
        way = "STEP" if track.steps else "LINEAR"
        samplers.append({"input": times, "output": output, "interpolation": way})
    name = {"name": animation.name} if animation.name else {}
    return {**name, "channels": channels, "samplers": samplers}


def _floats(numbers: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    return np.ascontiguousarray(numbers, np.float32)


def _unit(normals: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """Return normals (v, 3) of unit length; those of none point up."""
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    found = np.where(lengths > 1e-12, normals / np.maximum(lengths, 1e-12), (0.0, 1.0, 0.0))
    return found.astype(np.float32)
