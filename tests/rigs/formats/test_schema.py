"""The checked-in schemas are those of the code, and the sample rigs keep to them."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs.figure import Figure
from pantin.rigs.formats import native
from pantin.rigs.formats.schema import SCHEMAS, main, schema_text
from pantin.rigs.scene import Scene
from tests.rigs.samples import document
from tests.rigs.strategies import figures as any_figure
from tests.rigs.strategies import relaxed

VALIDATOR = jsonschema.Draft202012Validator(json.loads((FOLDER / "rig.schema.json").read_text("utf-8")))
SAMPLE_RIGS = sorted((FOLDER / "rigs").glob("*.rig.json"))


@pytest.mark.parametrize(("name", "title", "model"), SCHEMAS)
def test_the_schema_that_is_checked_in_is_made_from_the_fields(name: str, title: str, model: type) -> None:
    assert (FOLDER / name).read_text("utf-8") == schema_text(title, model), "run: python -m pantin.rigs.formats.schema"


def test_the_schemas_are_written(tmp_path) -> None:
    main(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(name for name, _, _ in SCHEMAS)


@pytest.mark.parametrize("path", SAMPLE_RIGS, ids=lambda path: path.name)
def test_the_sample_rigs_keep_to_it_and_stay_as_they_are(path) -> None:
    VALIDATOR.validate(json.loads(path.read_text("utf-8")))
    assert native.text(rigs.read(path).scene) == path.read_text("utf-8")


@given(any_figure())
@relaxed
def test_every_figure_keeps_to_it(figure: Figure) -> None:
    VALIDATOR.validate(json.loads(native.text(Scene((figure,)))))


def test_poses_keep_to_theirs(tmp_path) -> None:
    schema = json.loads((FOLDER / "pose.schema.json").read_text("utf-8"))
    rigs.write(document(), tmp_path / "leg.pose.json")
    jsonschema.validate(json.loads((tmp_path / "leg.pose.json").read_text("utf-8")), schema)


@pytest.mark.parametrize(
    "change",
    [{"version": 1}, {"figures": None}, {"figures": [{"rig": {"bones": [{"name": "a", "head": [0, 1]}]}}]}, {"x": 1}],
)
def test_what_is_rejected_does_not_keep_to_it(change: dict) -> None:
    plain = {**json.loads(native.text(document().scene)), **change}
    assert not VALIDATOR.is_valid(plain)
