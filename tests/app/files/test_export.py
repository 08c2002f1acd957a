"""Writing by the ending of a name: the table of formats says what holds the pose that one sees."""

from __future__ import annotations

import pytest

from pantin.app.files import export
from pantin.rigs import formats
from pantin.rigs.document import Document
from pantin.rigs.formats import Format
from pantin.rigs.templates import TEMPLATES


def test_a_format_of_what_is_seen_gets_the_evaluated_pose(tmp_path, monkeypatch) -> None:
    got = {}
    seen = Format(
        ".seen", "What is seen", write_posed=lambda name, pose, path: got.update(name=name, pose=pose, path=path)
    )
    monkeypatch.setattr(formats, "FORMATS", (*formats.FORMATS, seen))
    rig = TEMPLATES["arm"]()
    path = tmp_path / "arm.seen"
    export.write(Document(rig=rig), path)
    assert got["name"] == rig.name and got["path"] == path and set(got["pose"]) == set(rig.by_name)


def test_any_other_format_gets_the_document(tmp_path) -> None:
    document = Document(rig=TEMPLATES["arm"]())
    export.write(document, tmp_path / "arm.rig.json")
    assert formats.read(tmp_path / "arm.rig.json") == document
    with pytest.raises(formats.Unwritable):
        export.write(document, tmp_path / "arm.glb")
