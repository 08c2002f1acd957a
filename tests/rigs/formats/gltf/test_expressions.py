"""Expressions of VRM in both versions, and those of plain glTF, read from files that the test writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.expressions import materials_of, weights_of
from tests.rigs.formats.gltf.mesh_files import MeshFile

Plain = dict[str, Any]

MATERIALS = [
    {
        "name": "skin",
        "pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.5, 0.5, 1.0], "baseColorTexture": {"index": 0}},
    },
    {"name": "eye", "emissiveFactor": [0.25, 0.0, 0.0]},
]
ASIDE = np.array(((1.0, 0.0, 0.0),) * 4)


def face(folder: Path, extensions: Plain, meshes: Plain | None = None) -> Character:
    """Return a character of two nodes with one mesh of three targets, and two materials."""
    file = MeshFile({"mesh": 0}, {"name": "Hips"}, {"mesh": 0})
    targets = [{"POSITION": file.data.add(part * ASIDE)} for part in (1.0, 2.0, 3.0)]
    file.mesh(
        file.primitive(targets=targets, material=0), file.primitive(targets=targets, material=1), **(meshes or {})
    )
    file.entries |= {
        "materials": MATERIALS,
        "textures": [{"source": 0}],
        "images": [{"uri": "data:image/png;base64,"}],
        "extensions": extensions,
        "extensionsUsed": list(extensions),
    }
    return character(file.written(folder / "face.vrm"))


def vrm(**expressions: Plain) -> Plain:
    presets = {name: each for name, each in expressions.items() if name in ("happy", "blink", "aa")}
    custom = {name: each for name, each in expressions.items() if name not in presets}
    return {"VRMC_vrm": {"specVersion": "1.0", "expressions": {"preset": presets, "custom": custom}}}


def vrm_0(*groups: Plain) -> Plain:
    return {"VRM": {"blendShapeMaster": {"blendShapeGroups": list(groups)}}}


def test_presets_and_others_move_targets_of_nodes(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        vrm(
            happy={"morphTargetBinds": [{"node": 0, "index": 1, "weight": 0.5}], "overrideBlink": "block"},
            blink={"morphTargetBinds": [{"node": 2, "index": 2, "weight": 1.0}]},
            Wink={"isBinary": True, "morphTargetBinds": [{"node": 0, "index": 0, "weight": 1.0}]},
        ),
    )
    assert [(each.name, each.preset) for each in found.expressions] == [
        ("happy", "happy"),
        ("blink", "blink"),
        ("Wink", None),
    ]
    assert weights_of(found, {"blink": 0.5, "Wink": 0.75}) == {2: (0.0, 0.0, 0.5), 0: (1.0, 0.0, 0.0)}
    assert weights_of(found, {"blink": 0.5, "happy": 0.2})[0] == pytest.approx((0.0, 0.1, 0.0))
    assert 2 not in weights_of(found, {"blink": 0.5, "happy": 0.2})


def test_before_1_0_weights_are_percents_of_meshes_and_presets_have_other_names(tmp_path: Path) -> None:
    group = {"name": "Joy Face", "presetName": "joy", "binds": [{"mesh": 0, "index": 1, "weight": 40}]}
    found = face(tmp_path, vrm_0(group, {"name": "Own", "presetName": "unknown"}, {"presetName": "blink_l"}))
    assert [(each.name, each.preset) for each in found.expressions] == [
        ("Joy Face", "happy"),
        ("Own", None),
        ("blink_l", "blinkLeft"),
    ]
    weights = weights_of(found, {"Joy Face": 0.5})
    assert weights == {0: pytest.approx((0.0, 0.2, 0.0)), 2: pytest.approx((0.0, 0.2, 0.0))}


def test_colours_come_nearer_to_those_of_an_expression(tmp_path: Path) -> None:
    colours = [
        {"material": 0, "type": "color", "targetValue": [1.0, 0.5, 0.0, 0.5]},
        {"material": 1, "type": "emissionColor", "targetValue": [0.25, 1.0, 0.0, 1.0]},
    ]
    found = materials_of(face(tmp_path, vrm(happy={"materialColorBinds": colours})), {"happy": 0.5})
    assert found[0].base == pytest.approx((0.75, 0.5, 0.25, 0.75))
    assert found[1].emission == pytest.approx((0.25, 0.5, 0.0))


def test_colours_before_1_0_are_named_by_material_and_are_srgb(tmp_path: Path) -> None:
    value = {"materialName": "skin", "propertyName": "_Color", "targetValue": [1.0, 0.5, 0.0, 1.0]}
    found = materials_of(face(tmp_path, vrm_0({"name": "A", "presetName": "a", "materialValues": [value]})), {"A": 1.0})
    assert found[0].base == pytest.approx((1.0, 0.2140, 0.0, 1.0), abs=1e-4)


def test_textures_are_moved_and_counted_from_the_bottom_before_1_0(tmp_path: Path) -> None:
    new = {"material": 0, "scale": [0.5, 1.0], "offset": [0.5, 0.25]}
    found = materials_of(face(tmp_path, vrm(happy={"textureTransformBinds": [new]})), {"happy": 0.5})
    assert found[0].base_texture is not None
    assert (found[0].base_texture.scale, found[0].base_texture.offset) == ((0.75, 1.0), (0.25, 0.125))
    old = {"materialName": "skin", "propertyName": "_MainTex_ST", "targetValue": [0.5, 0.5, 0.25, 0.5]}
    found = materials_of(face(tmp_path, vrm_0({"name": "A", "materialValues": [old]})), {"A": 1.0})
    assert found[0].base_texture is not None
    assert (found[0].base_texture.scale, found[0].base_texture.offset) == ((0.5, 0.5), (0.25, 0.0))


def test_a_plain_file_has_one_for_each_name_of_its_targets(tmp_path: Path) -> None:
    found = face(tmp_path, {}, {"extras": {"targetNames": ["Smile", "Frown", "Blink_L"]}, "weights": [0.1, 0.0, 0.0]})
    assert [each.name for each in found.expressions] == ["Smile", "Frown", "Blink_L"]
    assert weights_of(found, {"Smile": 0.5}) == {0: pytest.approx((0.6, 0.0, 0.0)), 2: pytest.approx((0.6, 0.0, 0.0))}


@pytest.mark.parametrize(
    "bent",
    [
        {"VRMC_vrm": {"expressions": 5}},
        {
            "VRMC_vrm": {
                "expressions": {"preset": [1], "custom": {"x": {"morphTargetBinds": [{"node": -1, "index": 9}, 7]}}}
            }
        },
        {
            "VRM": {
                "blendShapeMaster": {
                    "blendShapeGroups": [None, {"name": 5, "binds": [{"mesh": "x"}, {"mesh": 10**400}]}]
                }
            }
        },
        {
            "VRMC_vrm": {
                "expressions": {"custom": {"x": {"morphTargetBinds": [{"node": 0, "index": 0, "weight": 10**400}]}}}
            }
        },
    ],
)
def test_expressions_that_are_bent_move_nothing_they_should_not(tmp_path: Path, bent: Plain) -> None:
    found = face(tmp_path, bent)
    assert len(found.parts) == 4
    every = {each.name: 1.0 for each in found.expressions}
    assert all(np.isfinite(weights).all() for weights in weights_of(found, every).values())


def test_more_binds_than_a_face_has_use_for_are_left_out(tmp_path: Path) -> None:
    bind = {"node": 0, "index": 0, "weight": 1e-9}
    found = face(tmp_path, vrm(**{f"e{number}": {"morphTargetBinds": [bind] * 2_000} for number in range(60)}))
    assert sum(len(each.binds) for each in found.expressions) == 100_000
