"""Opacity that other formats have in a picture of its own: it becomes the alpha of the picture of colour, as in glTF.

A reader notes which picture says it of which material, and the file that it makes is put right here before it is read.
Pictures of strangers are decoded by Pillow, so that is done in a process of its own; where it cannot be done, surfaces
stay as opaque as their numbers say, and a sentence tells it.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Literal

import msgspec

from pantin.rigs import isolated
from pantin.rigs.formats.gltf.writing import container
from pantin.rigs.messages import _

OPACITY = "opacity"
"""The entry of the asset's extras that lists the opacities; a file that was put right has none."""

PROCESS = "pantin.rigs.formats.converted.opacity_process"
SECONDS = 30.0
"""In which pictures are put together; the largest that are taken need half of it."""
WORKED, WAITED = 20.0, 30.0
"""Seconds of the processor, and seconds, that the process may take of these."""
MEMORY, TIMES = 1024**3, 3
"""Bytes that the process may take, and how many more for each byte of the file."""

UNSEEN = 1e-3
"""An opacity below this is none: many programs write 0 where they mean 1, and nobody opens what cannot be seen."""

Mode = Literal["MASK", "BLEND"]

Channel = Literal["any", "alpha", "luminance", "red", "green", "blue"]
"""Of a picture; any is its alpha where it has one, else its luminance."""

NO_PILLOW = _(
    "Pictures of opacity are left out: one more package puts them into the colours; install it by: pip install "
    '"pantin[pictures]".'
)
FAILED = _("Pictures of opacity are left out: they are damaged, or too large to be put into those of the colours.")


class Opacity(msgspec.Struct, frozen=True):
    """The picture that says how opaque a material is, by the places of both."""

    material: int
    picture: int
    channel: Channel = "any"
    scale: float = 1.0
    bias: float = 0.0
    """The opacity is the number of the channel, 0 … 1, times the scale, plus this."""
    mode: Mode | None = None
    """The mode of a surface that is not opaque everywhere; None where the format does not tell, but the picture."""
    cutoff: float = 0.5


def noted(opacities: Sequence[Opacity]) -> dict[str, Any]:
    """Return the notes of a `Content` about these; empty where there are none."""
    return {OPACITY: msgspec.to_builtins(list(opacities))} if opacities else {}


def with_opacity(glb: bytes) -> bytes:
    """Return a file that was made here with the noted opacities in the pictures of its colours."""
    plain, data = taken_apart(glb)
    if OPACITY not in plain["asset"].get("extras", {}):
        return glb
    if find_spec("PIL") is None:
        return container(without_note(plain, [NO_PILLOW]), data)
    limits = [str(MEMORY + TIMES * len(glb)), str(WORKED), str(WAITED)]
    try:
        found = isolated.run(PROCESS, limits, {"OPENBLAS_NUM_THREADS": "1"}, glb, SECONDS)
        if OPACITY not in taken_apart(found)[0]["asset"].get("extras", {}):
            return found
    except (OSError, ValueError, LookupError, struct.error):
        pass
    return container(without_note(plain, [FAILED]), data)


def taken_apart(glb: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the JSON and the data of a file that was made here."""
    size = struct.unpack_from("<I", glb, 12)[0]
    return json.loads(glb[20 : 20 + size]), glb[28 + size :]


def without_note(plain: dict[str, Any], words: Sequence[str]) -> dict[str, Any]:
    """Return the JSON of a file without the note, which says these sentences."""
    extras = {key: value for key, value in plain["asset"]["extras"].items() if key != OPACITY}
    if words:
        extras["words"] = [*extras.get("words", []), *words]
    return {**plain, "asset": {**plain["asset"], "extras": extras}}
