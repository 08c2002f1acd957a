"""The table of formats: what each line of it promises."""

from __future__ import annotations

import pytest

from pantin import rigs
from pantin.rigs import Bone, Document, Rig, Unreadable, Unwritable, formats
from pantin.rigs.formats import FORMATS, Format, format_of
from pantin.rigs.formats.files import Fault, FilePath, read_bytes, write_bytes
from tests.rigs.samples import document, is_one_sentence, leg

READABLE = [known for known in FORMATS if known.read]
WRITABLE = [known for known in FORMATS if known.write]
BOTH = [known for known in FORMATS if known.read and known.write]


def suffix(known: Format) -> str:
    return known.suffix


def test_every_ending_and_every_title_is_there_once() -> None:
    assert len({known.suffix for known in FORMATS}) == len({known.title for known in FORMATS}) == len(FORMATS)
    assert all(known.suffix.startswith(".") and known.suffix == known.suffix.lower() for known in FORMATS)
    assert all(known.read or known.leaves for known in FORMATS)


@pytest.mark.parametrize("known", FORMATS, ids=suffix)
def test_a_name_chooses_the_format_by_its_ending(known: Format) -> None:
    assert format_of(f"a.b{known.suffix}") is known
    assert format_of(f"A{known.suffix.upper()}") is known


@pytest.mark.parametrize("known", READABLE, ids=suffix)
@pytest.mark.parametrize(
    "data", [b"", b"\0" * 64, b"{}", b"[]", b"null", b'{"asset": 7}', b"glTF\2\0\0\0", b"\xff" * 20]
)
def test_reading_nonsense_is_one_sentence(tmp_path, known: Format, data: bytes) -> None:
    path = tmp_path / f"nonsense{known.suffix}"
    path.write_bytes(data)
    with pytest.raises(Unreadable) as caught:
        rigs.read(path)
    assert caught.value.file == str(path)
    assert is_one_sentence(caught.value.what)


@pytest.mark.parametrize("known", WRITABLE, ids=suffix)
def test_writing_the_same_gives_the_same_bytes(tmp_path, known: Format) -> None:
    first, second = tmp_path / f"first{known.suffix}", tmp_path / f"second{known.suffix}"
    rigs.write(document(), first)
    rigs.write(document(), second)
    assert first.read_bytes() == second.read_bytes() != b""


@pytest.mark.parametrize("known", BOTH, ids=suffix)
def test_what_is_written_is_read_again(tmp_path, known: Format) -> None:
    path = tmp_path / f"leg{known.suffix}"
    rigs.write(document(), path)
    assert rigs.read(path) == Document.of(leg())


@pytest.mark.parametrize("name", ["leg.blend", "leg", "rig.json", "leg.pose.json"])
def test_what_cannot_be_opened_says_what_can(tmp_path, name: str) -> None:
    with pytest.raises(Unreadable) as caught:
        rigs.read(tmp_path / name)
    assert all(known.suffix in caught.value.what for known in READABLE)


@pytest.mark.parametrize("name", ["leg.blend", "leg", "leg.glb"])
def test_what_cannot_be_saved_says_what_can(tmp_path, name: str) -> None:
    with pytest.raises(Unwritable) as caught:
        rigs.write(document(), tmp_path / name)
    assert all(known.suffix in caught.value.what for known in WRITABLE)
    assert list(tmp_path.iterdir()) == []


# A reader and a writer as small as they can be: what a new format needs is a module like this and a line in FORMATS.


def read_joints(path: FilePath) -> Document:
    """One bone a line: its name, its parent or "-", and where it begins."""
    bones = []
    for number, line in enumerate(read_bytes(path).decode().splitlines(), start=1):
        name, parent, *head = line.split()
        if len(head) != 3:
            fault = Fault(f"line {number}", "a joint has a place of three numbers; correct the line.")
            raise Unreadable(path, fault.where, fault.what)
        x, y, z = map(float, head)
        above = None if parent == "-" else parent
        bones.append(Bone(name=name, parent=above, head=(x, y, z), tail=(x, y, z + 0.1)))
    return Document.of(Rig(bones=tuple(bones)))


def write_joints(document: Document, path: FilePath) -> None:
    """The same lines for the bones of a rig."""
    lines = (f"{bone.name} {bone.parent or '-'} {' '.join(map(str, bone.head))}\n" for bone in document.rig.bones)
    write_bytes(path, "".join(lines).encode())


def test_a_new_reader_is_one_line_of_the_table(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(formats, "FORMATS", (*FORMATS, Format(".joints", "Joints", read_joints)))
    path = tmp_path / "two.joints"
    path.write_text("hips - 0 0 1\nspine hips 0 0 1.2\n")
    assert [(bone.name, bone.parent, bone.head) for bone in rigs.read(path).rig.bones] == [
        ("hips", None, (0.0, 0.0, 1.0)),
        ("spine", "hips", (0.0, 0.0, 1.2)),
    ]
    path.write_text("hips - 0 0\n")
    with pytest.raises(Unreadable) as caught:
        rigs.read(path)
    assert caught.value.where == "line 1" and is_one_sentence(caught.value.what)
    with pytest.raises(Unwritable):
        rigs.write(document(), path)


def test_a_new_writer_is_one_line_of_the_table(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(formats, "FORMATS", (*FORMATS, Format(".joints", "Joints", write=write_joints)))
    rigs.write(document(), tmp_path / "leg.joints")
    assert (tmp_path / "leg.joints").read_text().startswith("hips - 0.0 0.0 0.9\nthigh.L hips 0.1 0.0 0.9\n")
    with pytest.raises(Unreadable):
        rigs.read(tmp_path / "leg.joints")


@pytest.mark.parametrize("ending", [".blend", ".BLEND", ".dae"])
def test_files_of_other_programs_are_told_what_to_do(ending: str) -> None:
    with pytest.raises(Unreadable, match=f"{ending.lower()} is not read; export .glb where it comes from"):
        rigs.read(f"figure{ending}")
    with pytest.raises(Unreadable, match="choose a file that ends in"):
        rigs.read("figure.txt")
