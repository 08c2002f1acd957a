"""A character in every way that it can be shown: in its skin, as wood, or in both, and with each figure's finish."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from pantin.app.files.characters import read_at_once
from pantin.rigs import read
from pantin.rigs.document import Document
from pantin.rigs.editing.selection import select
from pantin.solver import evaluate
from pantin.viewport.paint.figure_picture import figure_picture
from pantin.viewport.scene.scene import Background, Display
from pantin.viewport.scene.scene_builder import scene
from pantin.viewport.values.loaded_character import Characters
from tests.rigs.formats.characters import character
from tests.viewport.pictures import picture

SIZE = 160, 160


@pytest.fixture
def fighter(tmp_path: Path) -> tuple[Document, Characters]:
    file = tmp_path / "fighter.glb"
    file.write_bytes(character())
    document = read(file)
    return document, read_at_once(document)


def drawn(fighter: tuple[Document, Characters], display: Display, controls: bool = False) -> np.ndarray:
    document, characters = fighter
    image = figure_picture(
        *(document, evaluate(document), SIZE, None, Background((20, 20, 20, 255)), controls),
        display=display,
        characters=characters,
    )
    return picture(image).astype(int)


def test_skin_wood_and_both_are_three_pictures_in_every_finish(qapp, fighter: tuple[Document, Characters]) -> None:
    """Through the skin one sees the wood in it: where there is some, the picture of both is neither."""
    for finish in ("wood", "clay", "x-ray"):
        pictures = [drawn(fighter, Display(figure=finish, skin=style)) for style in ("skin", "wood", "both")]
        for one, other in product(range(3), range(3)):
            differ = (np.abs(pictures[one] - pictures[other]).max(axis=2) > 8).sum()
            assert (differ > 50) == (one != other), (finish, one, other)


def test_bones_are_drawn_over_a_skin_where_they_are_selected_alone(fighter: tuple[Document, Characters]) -> None:
    document, characters = fighter
    chosen = document.rig.bones[1].name
    for names in ((), (chosen,)):
        seen = scene(select(document, names), evaluate(document), display=Display(skin="skin"), characters=characters)
        assert tuple(seen.names[row] for row in seen.bones.rows) == names
