"""Node constraints of VRM 1.0: turned as three-vrm turns them, and what names nothing is left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Document, read
from pantin.rigs.constraints.nodes import NodeConstraint
from pantin.solver import evaluate
from tests.rigs.formats.gltf.spring_files import ARM, SPINE, TO_ARMATURE, constrained, file_of, nodes, turned

HERE = Path(__file__).parents[3] / "data" / "three_vrm_node_constraints.json"
DATA: dict[str, Any] = json.loads(HERE.read_text())


def bare(document: Document) -> Document:
    return document.with_rig(document.rig.changed(constraints=()))


@pytest.mark.parametrize("case", range(len(DATA["turns"])))
def test_nodes_are_where_three_vrm_has_them(tmp_path: Path, case: int) -> None:
    opened = read(constrained(tmp_path / "constrained.vrm"))
    document = turned(opened, DATA["turns"][case])
    assert len(document.rig.constraints) == 7
    first, found = evaluate(opened).matrices, evaluate(document).matrices
    without, source = evaluate(bare(document)).matrices, document.figure.source
    assert source is not None
    before = np.array(DATA["worlds"][0]).reshape(-1, 4, 4).transpose(0, 2, 1)
    for index, world in enumerate(DATA["worlds"][case]):
        row = document.rig.rows[source.nodes[index].bone]
        matrix = np.array(world).reshape(4, 4).T
        assert found[row, :3, 3] == pytest.approx(TO_ARMATURE @ matrix[:3, 3], abs=1e-5)
        turn = TO_ARMATURE @ matrix[:3, :3] @ before[index, :3, :3].T @ TO_ARMATURE.T
        assert found[row, :3, :3] == pytest.approx(turn @ first[row, :3, :3], abs=1e-5)
    assert case == 0 or np.abs(found - without).max() > 0.1


def test_how_the_owner_is_posed_does_not_count(tmp_path: Path) -> None:
    document = turned(read(constrained(tmp_path / "constrained.vrm")), DATA["turns"][1])
    posed = turned(document, {**DATA["turns"][1], str(ARM): [0.5, 0.5, 0.5, 0.5]})
    assert evaluate(posed).matrices == pytest.approx(evaluate(document).matrices, abs=1e-9)


def test_across_the_mirror_it_does_the_same() -> None:
    one = NodeConstraint(owner="a", target="b", takes="roll", axis=(0.6, 0.8, 0.0), turn=(0.5, 0.5, 0.5, 0.5))
    assert one.mirrored().axis == (-0.6, 0.8, 0.0)
    assert one.mirrored().turn == (0.5, -0.5, -0.5, 0.5)
    assert one.mirrored().mirrored() == one


def test_without_influence_the_owner_is_as_it_is_posed(tmp_path: Path) -> None:
    document = turned(read(constrained(tmp_path / "constrained.vrm")), {**DATA["turns"][1], str(ARM): [0, 0, 0.6, 0.8]})
    weak = tuple(replace(each, influence=0.0) for each in document.rig.constraints)
    found = evaluate(document.with_rig(document.rig.changed(constraints=weak))).matrices
    assert (found == evaluate(bare(document)).matrices).all()


NONSENSE: list[Any] = [
    None,
    3,
    "x",
    [],
    {},
    {"constraint": 3},
    {"constraint": {"roll": 3}},
    {"constraint": {"aim": {}}},
]
NONSENSE += [{"constraint": {"roll": {"source": source}}} for source in (-1, 99, "x", None, ARM, 1e300)]


@pytest.mark.parametrize("plain", NONSENSE)
def test_nonsense_is_left_out(tmp_path: Path, plain: Any) -> None:
    made = nodes()
    made[ARM]["extensions"] = {"VRMC_node_constraint": plain}
    assert read(file_of(tmp_path / "odd.vrm", {"VRMC_vrm": {}}, nodes=made)).rig.constraints == ()


def test_what_is_not_said_is_as_the_standard_has_it(tmp_path: Path) -> None:
    made = nodes()
    made[ARM]["extensions"] = {"VRMC_node_constraint": {"constraint": {"rotation": {"source": SPINE, "weight": 7}}}}
    (found,) = read(file_of(tmp_path / "few.vrm", {"VRMC_vrm": {}}, nodes=made)).rig.constraints
    assert isinstance(found, NodeConstraint)
    assert (found.owner, found.target, found.takes, found.influence) == ("arm", "spine", "rotation", 1.0)
