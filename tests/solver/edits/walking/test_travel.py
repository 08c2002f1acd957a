"""Walks on the spot travel as their feet ask for: a walk whose travel was taken away gets it back."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import Document
from pantin.rigs.clip import Clip
from pantin.rigs.editing import clips
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.walking.travel import travelling


def test_what_has_no_legs_or_never_stands_is_told() -> None:
    document = Document.of(TEMPLATES["biped"]())
    nod = np.zeros((30, 1, 10))
    nod[:, :, 6:] = 1.0
    with pytest.raises(ValueError, match="moves no legs"):
        travelling(clips.added(document, Clip.of("nod", 30.0, ["head"], nod)), "nod")
    bones = [f"{part}.{side}" for side in "LR" for part in ("thigh", "shin", "foot")]
    kick = np.zeros((2, len(bones), 10))
    kick[:, :, 6:] = 1.0
    kick[1, ::3, [3, 6]] = 0.6, 0.8
    with pytest.raises(ValueError, match="No foot of the clip kick stands"):
        travelling(clips.added(document, Clip.of("kick", 30.0, bones, kick)), "kick")
