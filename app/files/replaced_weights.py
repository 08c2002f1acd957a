"""The question before somebody's weights are replaced: those of the file, or those that were painted since.

Weights that Pantin made are made again in a second, so nothing is asked about them.
"""

from __future__ import annotations

from collections.abc import Mapping

from pantin.app.messages import _
from pantin.rigs.meshes.character import Weighted
from pantin.viewport.values.loaded_character import LoadedCharacter

QUESTIONS: Mapping[Weighted, str] = {
    "as its file": _("The mesh has the weights of its file. {action} replaces all of them; Undo brings them back."),
    "changed": _("Weights of the mesh were painted. {action} replaces all of them; Undo brings them back."),
}


def question(action: str, loaded: LoadedCharacter | None) -> str:
    """Return one sentence about the weights of a character that an action replaces; empty where none would be lost."""
    if loaded is None or all(part.skin is None for part in loaded.character.parts):
        return ""
    sentence = QUESTIONS.get(loaded.character.weighted, "")
    return sentence.format(action=action)
