"""A character in a text file whose buffer is gone: which file, where it was looked for, and what to do is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pantin import rigs
from pantin.app.files import export
from pantin.app.files.character_file import character_of, left_out_of
from pantin.rigs import Unreadable
from tests.app.files.character_window import red_square
from tests.app.person import Person
from tests.readers.skinned import Skinned
from tests.rigs.formats.converted.pictures import PNG

BUFFER = "poster data.bin"


def poster(folder: Path) -> Path:
    """Write a glTF with its buffer beside it, and a rig that came from it; return the path of the rig."""
    made = Skinned(red_square(folder / "made.glb").read_bytes())
    plain = {**made.plain, "buffers": [{**made.plain["buffers"][0], "uri": "poster%20data.bin"}]}
    (folder / BUFFER).write_bytes(made.data)
    (folder / "poster.gltf").write_text(json.dumps(plain))
    rigs.write(rigs.read(folder / "poster.gltf"), folder / "poster.rig.json")
    return folder / "poster.rig.json"


def why(rig: Path) -> str:
    with pytest.raises(Unreadable) as fault:
        character_of(rigs.read(rig).figure, rig)
    return fault.value.what


def test_a_rig_says_that_the_buffer_of_its_character_is_gone_and_where_it_was(tmp_path: Path) -> None:
    rig = poster(tmp_path)
    assert character_of(rigs.read(rig).figure, rig).parts
    (tmp_path / BUFFER).unlink()
    what = f'"poster data.bin", which belongs to "poster.gltf", is not in {tmp_path}; '
    what += "put it back there, and open this again."
    assert why(rig) == what
    assert list(left_out_of(rigs.read(rig), rig)) == [f"{what} Until then the figure is shown in wood."]


def test_a_buffer_that_is_another_one_and_a_file_that_is_gone_or_another_are_told_apart(tmp_path: Path) -> None:
    rig = poster(tmp_path)
    data = (tmp_path / BUFFER).read_bytes()
    (tmp_path / BUFFER).write_bytes(bytes(len(data)))
    assert why(rig).startswith('"poster data.bin", which belongs to "poster.gltf", is another one now')
    (tmp_path / BUFFER).write_bytes(data)
    text = (tmp_path / "poster.gltf").read_text()
    (tmp_path / "poster.gltf").write_text(text + "\n")
    assert why(rig).startswith(f'"poster.gltf" in {tmp_path} is another file now')
    (tmp_path / "poster.gltf").unlink()
    assert why(rig) == f'"poster.gltf" is not in {tmp_path}; put it back there, or choose where it is.'


def test_what_leaves_without_the_buffer_names_it(tmp_path: Path) -> None:
    document = rigs.read(poster(tmp_path))
    (tmp_path / BUFFER).unlink()
    found = export.write(document, tmp_path / "out.glb")
    assert found is not None and f'because "poster data.bin" is not in {tmp_path}' in found.lost


def test_without_a_picture_beside_it_the_figure_has_its_mesh_and_the_picture_once_it_is_back(
    person: Person, tmp_path: Path
) -> None:
    rig = poster(tmp_path)
    plain = json.loads((tmp_path / "poster.gltf").read_text())
    plain |= {"images": [{"uri": "cloth.png"}], "textures": [{"source": 0}]}
    plain["materials"][0].setdefault("pbrMetallicRoughness", {})["baseColorTexture"] = {"index": 0}
    (tmp_path / "poster.gltf").write_text(json.dumps(plain))
    (tmp_path / "cloth.png").write_bytes(PNG)
    rigs.write(rigs.read(tmp_path / "poster.gltf"), rig)
    (tmp_path / "cloth.png").unlink()

    def left_out() -> list[str]:
        return [each for loaded in person.session.characters.values() for each in loaded.character.left_out]

    person.window.files.open(rig)
    person.wait_until(lambda: bool(left_out()) and not person.window.characters.busy)
    assert not person.session.lost_characters and '"cloth.png" belongs beside it' in left_out()[0]
    (tmp_path / "cloth.png").write_bytes(PNG)
    person.window.files.open(rig)
    person.wait_until(lambda: bool(person.session.characters) and not left_out())


def test_opened_itself_it_says_which_file_belongs_beside_it(tmp_path: Path) -> None:
    poster(tmp_path)
    (tmp_path / BUFFER).unlink()
    (said,) = character_of(rigs.read(tmp_path / "poster.gltf").figure).left_out
    assert '"poster data.bin" belongs beside it and cannot be read; put it there' in said


def test_the_window_says_it_too_and_has_the_character_once_it_is_back(person: Person, tmp_path: Path) -> None:
    rig = poster(tmp_path)
    data = (tmp_path / BUFFER).read_bytes()
    (tmp_path / BUFFER).unlink()
    person.window.files.open(rig)
    person.wait_until(lambda: bool(person.session.lost_characters) and not person.window.characters.busy)
    (said,) = person.session.lost_characters.values()
    assert said.startswith('"poster data.bin"') and said.endswith("shown in wood.")
    (tmp_path / BUFFER).write_bytes(data)
    person.window.files.open(rig)
    person.wait_until(lambda: not person.session.lost_characters)
    assert [part.name for each in person.session.characters.values() for part in each.character.parts]
