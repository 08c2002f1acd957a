"""A USD package of our own with a damaged picture: the character opens, and one sentence names the picture."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from pantin import rigs
from pantin.app.files.characters import not_drawn, read_at_once
from tests.app.person import Person
from tests.rigs.formats.converted.pictures import PNG

UsdUtils = pytest.importorskip("pxr.UsdUtils")

FLAG = """#usda 1.0
(
    metersPerUnit = 1
    upAxis = "Y"
)
def Mesh "Flag" (prepend apiSchemas = ["MaterialBindingAPI"])
{
    uniform token subdivisionScheme = "none"
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (interpolation = "vertex")
    rel material:binding = </Cloth>
}
def Material "Cloth"
{
    token outputs:surface.connect = </Cloth/Surface.outputs:surface>
    def Shader "Surface"
    {
        uniform token info:id = "UsdPreviewSurface"
        color3f inputs:diffuseColor.connect = </Cloth/Picture.outputs:rgb>
        token outputs:surface
    }
    def Shader "Picture"
    {
        uniform token info:id = "UsdUVTexture"
        asset inputs:file = @cloth.png@
        float3 outputs:rgb
    }
}
"""


def package(folder: Path, damaged: bytes | None) -> Path:
    """Write a package whose picture is `damaged`; None packs a sound one and damages it in the package."""
    (folder / "flag.usda").write_text(FLAG)
    (folder / "cloth.png").write_bytes(PNG if damaged is None else damaged)
    path = folder / "flag.usdz"
    assert UsdUtils.CreateNewUsdzPackage(str(folder / "flag.usda"), str(path))
    for name in ("flag.usda", "cloth.png"):
        (folder / name).unlink()
    if damaged is None:
        whole = bytearray(path.read_bytes())
        whole[whole.index(PNG) + 20] ^= 255  # its check sum is another one now
        path.write_bytes(whole)
    return path


DAMAGED = {
    "cut off": PNG[:45],
    "with another size": PNG[:16] + struct.pack(">II", 70_000, 70_000) + PNG[24:],
    "no picture": b"no picture at all",
    "in the package": None,
}


@pytest.mark.parametrize("how", DAMAGED)
def test_the_character_opens_and_one_sentence_names_the_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    told = rigs.opened(package(tmp_path, DAMAGED[how]))
    characters = read_at_once(told.document)
    (loaded,) = characters.values()
    assert [part.name for part in loaded.character.parts] == ["Flag"]
    (said,) = (*told.words, *not_drawn(told.document, characters))
    assert "cloth" in said


def test_the_window_shows_it_and_says_so_too(person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    said: list[str] = []
    for signal in (person.session.warned, person.session.reported):
        signal.connect(said.append)
    person.window.files.open(package(tmp_path, DAMAGED["cut off"]))
    person.wait_until(lambda: any("cloth" in each for each in said))
    person.wait_until(lambda: bool(person.session.characters) and not person.window.characters.busy)
    assert len([each for each in said if "cloth" in each]) == 1
