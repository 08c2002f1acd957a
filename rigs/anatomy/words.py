"""Parts of the body recognised by the name of one bone alone, without its place in the tree: "LeftUpLeg" is a thigh on
the left.

Names in the tables of conventions mean what is said there; in any other name the first of `_WORDS` in it counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from pantin.rigs.anatomy.conventions import CONVENTIONS
from pantin.rigs.anatomy.names import stem_of, words_of
from pantin.rigs.anatomy.parts import Part
from pantin.rigs.sides import NAMES_KEPT

_WORDS: tuple[tuple[str, Part], ...] = (
    (r"twist|捩|(arm?|leg|thigh|calf|shin|shoulder|elbow|knee|wrist) ?roll\b", "twist"),
    (r"^(?!.*thumb).*(metacarp|\bcarpal)|palm ?(index|middle|ring|little|pinky)", "palm"),
    (r"\b(tail|tentacle|trunk|rope|hair|tongue|chain)", "tail"),
    (r"toe|(\b|left|right)ball", "toe"),
    (r"thumb", "thumb"),
    (r"index", "index"),
    (r"middle|\bmid\b", "middle"),
    (r"(\b|hand|finger|left|right)ring", "ring"),
    (r"little|pink(y|ie)", "little"),
    (r"finger", "finger"),
    (r"foot(?! ?step)|ankle|hoof|(hind|back|rear) ?paw", "foot"),
    (r"hock|cannon|metatars", "hock"),
    (r"thigh|femur|up(per)? ?leg", "thigh"),
    (r"shin|calf|tibia|lo(w(er)?)? ?leg", "shin"),
    (r"shoulder|clavicle|collar", "shoulder"),
    (r"fore? ?arm|lo(w(er)?)? ?arm", "forearm"),
    (r"up(per)? ?arm|humerus|\bshldr", "upper_arm"),
    (r"hand|wrist|palm|(front|fore) ?paw", "hand"),
    (r"\bpaw", "paw"),
    (r"hips?\b|pelvis", "hips"),
    (r"chest|thorax|ribs|rib ?cage", "chest"),
    (r"spine|torso|abdomen|waist|\b(lower|upper) ?back\b", "spine"),
    (r"neck", "neck"),
    (r"^head|(?<!fore)(?<!fore )head\b", "head"),
    (r"(\b|left|right)ear\b", "ear"),
    (r"jaw|mandible", "jaw"),
    (r"(\b|left|right)eyes?\b", "eye"),
    (r"(\b|left|right)arms?\b", "arm"),
    (r"(\b|left|right)legs?\b", "leg"),
)
"""Words of names, divided by blanks. The first that fits counts: "left hand thumb" is a thumb, "up leg" no leg."""


_BY_PLACE: tuple[Part, ...] = ("arm", "leg", "spine")
"""Words that conventions use for different parts: place tells which (`rigs.anatomy.by_place`)."""


@lru_cache(maxsize=NAMES_KEPT)
def part_of(name: str) -> Part | None:
    """The part of the body that a name tells; an arm or leg where it does not say which bone of it."""
    words, (stem, side) = " ".join(words_of(name)), stem_of(name)
    worded = _worded(words)
    part = worded if worded in _BY_PLACE else _listed().get(stem) or worded
    return None if part == "hips" and side and "hip" in words.split() else part


@lru_cache(maxsize=NAMES_KEPT)
def _worded(words: str) -> Part | None:
    """The part that words tell. The bones of a large rig mostly differ by their numbers, and have the same words."""
    return next((part for pattern, part in _WORDS if re.search(pattern, words)), None)


@cache
def _listed() -> Mapping[str, Part | None]:
    """The part that each listed stem means; None where conventions differ, or where others call something else so."""
    found: dict[str, Part | None] = {"root": None}
    for convention in CONVENTIONS:
        for part, names in convention.names.items():
            for stem in (stem_of(name).word for name in names.split()):
                found[stem] = part if found.get(stem, part) == part else None
    return found
