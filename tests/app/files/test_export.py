"""Writing by the ending of a name: the table of formats says what holds the pose that one sees."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from msgspec.structs import replace as replace_format

from pantin import solver
from pantin.app.files import export
from pantin.rigs import Transform, formats
from pantin.rigs.document import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.formats import Format, gltf
from pantin.rigs.motion.clips_of_bones import standing
from pantin.rigs.motion.seen import Seen, Written
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
        export.write(document, tmp_path / "arm.vrm")
    with pytest.raises(formats.Unwritable, match="is exported"):
        formats.write(document, tmp_path / "arm.glb")


def test_glb_and_bvh_hold_how_bones_stand_after_their_constraints(tmp_path) -> None:
    document = with_transforms(Document(rig=TEMPLATES["arm"]()), {"hand_ik": Transform(location=(0.1, 0.2, -0.1))})
    evaluated = solver.evaluate(document)
    for ending in (".glb", ".bvh"):
        export.write(document, tmp_path / f"arm{ending}")
        again = formats.read(tmp_path / f"arm{ending}").rig
        assert [bone.name for bone in again.bones] == [b.name for b in document.rig.bones if b.kind == "bone"]
        stands = evaluated.heads[[evaluated.index[bone.name] for bone in again.bones]]
        found = [bone.head for bone in again.bones]
        if ending == ".bvh":
            found = standing(again.bones, np.array(again.clips[0].frames, float))[0, :, :3, 3]
        np.testing.assert_allclose(found, stands, atol=1e-6)


def test_what_is_read_back_otherwise_is_not_written(tmp_path, monkeypatch) -> None:
    document, path = Document(rig=TEMPLATES["arm"]()), tmp_path / "arm.glb"
    path.write_bytes(b"what was there")

    def bent(what: Seen) -> Written:
        moved = what.matrices.copy()
        moved[1, 0, 3] += 0.25
        return gltf.written(replace(what, matrices=moved))

    known = tuple(replace_format(each, written=bent) if each.suffix == ".glb" else each for each in formats.FORMATS)
    monkeypatch.setattr(formats, "FORMATS", known)
    with pytest.raises(formats.Unwritable, match=r"was read back 0\.25 m away"):
        export.write(document, path)
    assert path.read_bytes() == b"what was there" and list(tmp_path.iterdir()) == [path]
