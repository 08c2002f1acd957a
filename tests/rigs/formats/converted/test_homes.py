"""A character that Pantin made a GLB of gets that beside the rig that is saved, and keeps it from then on."""

from __future__ import annotations

from pathlib import Path

import pytest

from pantin import rigs
from pantin.rigs import Unwritable
from pantin.rigs.document import Document
from pantin.rigs.editing.figures import added_beside
from pantin.rigs.formats.converted import homes
from tests.rigs.formats.converted.homeless import character, glb


def file_of(document: Document, figure: int = 0) -> Path:
    source = document.scene.figures[figure].source
    assert source is not None and source.file is not None
    return Path(source.file.path)


def test_it_is_called_as_the_rig_and_read_from_there(tmp_path: Path) -> None:
    rigs.write(character(), tmp_path / "hero.rig.json")
    assert (tmp_path / "hero.glb").read_bytes() == glb()
    again = rigs.read(tmp_path / "hero.rig.json")
    assert file_of(again) == tmp_path / "hero.glb" and not homes.without_home(again)
    rigs.write(again, tmp_path / "hero.rig.json")
    assert [path.name for path in sorted(tmp_path.glob("hero*"))] == ["hero.glb", "hero.rig.json"]


def test_saving_it_again_writes_no_second_one(tmp_path: Path) -> None:
    for _time in range(2):
        rigs.write(character(), tmp_path / "hero.rig.json")
    assert [path.name for path in sorted(tmp_path.glob("*.glb"))] == ["hero.glb"]


def test_another_file_of_that_name_stays(tmp_path: Path) -> None:
    (tmp_path / "hero.glb").write_bytes(b"precious")
    rigs.write(character(), tmp_path / "hero.rig.json")
    assert (tmp_path / "hero.glb").read_bytes() == b"precious"
    assert file_of(rigs.read(tmp_path / "hero.rig.json")) == tmp_path / "hero-2.glb"


def test_a_link_that_leads_nowhere_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "hero.glb").symlink_to(tmp_path / "elsewhere")
    rigs.write(character(), tmp_path / "hero.rig.json")
    assert not (tmp_path / "elsewhere").exists() and (tmp_path / "hero-2.glb").exists()


def test_several_figures_of_a_scene_have_files_of_their_own(tmp_path: Path) -> None:
    scene = added_beside(character(), *character("runner", 2.0).scene.figures)
    rigs.write(scene, tmp_path / "both.scene.json")
    again = rigs.read(tmp_path / "both.scene.json")
    assert [file_of(again, number).name for number in range(2)] == ["walker.glb", "runner.glb"]
    assert (tmp_path / "runner.glb").read_bytes() == glb(2.0)


def test_figures_of_one_file_share_it(tmp_path: Path) -> None:
    scene = added_beside(character(), *character().scene.figures)
    rigs.write(scene, tmp_path / "both.scene.json")
    again = rigs.read(tmp_path / "both.scene.json")
    assert file_of(again, 0) == file_of(again, 1) == tmp_path / "both.glb"


def test_what_is_no_longer_kept_is_told_and_the_rig_stays_as_it_was(tmp_path: Path) -> None:
    document = character()
    (tmp_path / "hero.rig.json").write_text("before")
    file_of(document).unlink()
    with pytest.raises(Unwritable, match="no longer kept"):
        rigs.write(document, tmp_path / "hero.rig.json")
    assert (tmp_path / "hero.rig.json").read_text() == "before"
