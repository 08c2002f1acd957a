"""FBX files, `*.fbx`: read by the package ufbx, which is foreign code, in a process of its own.

That process turns the file into binary glTF (`fbx_process`). It has a time limit and takes nothing along where it
crashes. It opens no file: pictures that lie beside the FBX file are read here, and only in its folder or below.
"""

from __future__ import annotations

import json
import struct
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path, PureWindowsPath
from typing import Any

from msgspec.structs import replace

from pantin.rigs import isolated
from pantin.rigs.document import Document
from pantin.rigs.formats.beside import bytes_beside, uri_of
from pantin.rigs.formats.converted.opening import opened_as_gltf
from pantin.rigs.formats.files import Fault, FilePath, Unreadable, read_with
from pantin.rigs.formats.opening import Reading
from pantin.rigs.messages import _

PROCESS = "pantin.rigs.formats.converted.fbx_process"
"""The module that the process runs."""

LARGEST = 512 * 1024 * 1024
"""Bytes of a file that is read."""

LARGEST_PICTURES = 256 * 1024 * 1024
"""Bytes of all pictures beside a file."""

SECONDS, BYTES_A_SECOND = 4.5, 1_500_000
"""A file has so long to be read, and a second more for each of so many bytes: dense meshes take half of that."""

AGAIN = SECONDS / 2.0
"""Seconds that it has at least to be read once more, with the pictures beside it."""

WORKED, WAITED = 0.75, 3.0
"""Seconds that a small file may take once its reader has begun, of the processor and by the clock: characters work a
tenth of one. The clock is for a reader that hangs; it leaves honest files most of `SECONDS` where others have the
processor."""

MEMORY = 1024**3
"""Bytes that the process may take, beside 40 times the size of the file: meshes of a million points take 30."""

WANTED, HIDDEN = "beside", "hidden"
"""Among the notes: for each picture beside the file, the names that the file has for it; nodes with hidden meshes."""

NOT_FBX, DAMAGED, TOO_LARGE = 67, 65, 66
"""What the process ends with, besides what a crash ends with."""

MISSING = _('FBX is read by one more package; install it by: pip install "pantin[fbx]".')
CRASHED = _("its reader crashed, so the file is damaged, or one that it cannot read; export it anew, or take a .glb.")
ENDED = {
    NOT_FBX: _("it is no FBX file, or one from before version 6; export it anew, or take a .glb."),
    DAMAGED: _("the file is damaged; take another copy of it, or export it anew."),
    TOO_LARGE: _("the file holds more than can be read; export less of it, or take a .glb."),
    None: _("it took too long to be read, so the file is damaged or too large; export less of it, or take a .glb."),
}


def read(path: FilePath, how: Reading | None = None) -> Document:
    """Return the character in the file as `gltf.read` does of what it becomes. Raises Unreadable."""
    return opened_as_gltf(path, how or Reading(), glb, _with_hidden)


def _with_hidden(document: Document, notes: dict[str, Any]) -> Document:
    """Return the document with the meshes hidden that are not seen in the file."""
    told, figure = notes.get(HIDDEN), document.figure
    nodes = range(len(figure.source.nodes)) if figure.source is not None else range(0)
    found = [each for each in told if isinstance(each, int) and each in nodes] if isinstance(told, list) else []
    hidden = tuple(sorted({*figure.hidden_parts, *found}))
    return document.with_figure(replace(figure, hidden_parts=hidden)) if found else document


def glb(path: Path) -> bytes:
    """Return the file as binary glTF. Raises Unreadable."""
    if find_spec("ufbx") is None:
        raise Unreadable(path, _("file"), MISSING)
    data = read_with(path, _all_of)
    until = time.monotonic() + SECONDS + _more(data)
    try:
        found = _in_a_process(data, [], until)
        wanted = _wanted(found)
        beside = list(_beside(path, wanted))
        return _in_a_process(data, beside, until) if any(beside) else found
    except isolated.Ended as ended:
        code = None if ended.code in isolated.OVER_TIME else ended.code
        raise Unreadable(path, _("file"), ENDED.get(code, CRASHED)) from None
    except (OSError, ValueError, LookupError):
        raise Unreadable(path, _("file"), CRASHED) from None


def _all_of(file: Any, size: int) -> bytes:
    if size > LARGEST:
        raise Fault(_("file"), _("the file is larger than 512 MB; export less of it."))
    data: bytes = file.read()
    return data


def _more(*data: bytes) -> float:
    """Return the seconds that a file, and pictures beside it, have beyond those that every file has."""
    return sum(map(len, data)) / BYTES_A_SECOND


def _in_a_process(data: bytes, beside: list[bytes], until: float) -> bytes:
    """Return the GLB that the process makes. Raises OSError, Ended among them."""
    sizes = [str(len(each)) for each in (data, *beside)]
    most = MEMORY + 40 * len(data) + 2 * sum(map(len, beside))
    left = max(until - time.monotonic(), AGAIN)
    inside = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    more = _more(data, *beside)
    limits = [str(most), str(WORKED + more), str(WAITED + 2.0 * more)]
    found = isolated.run(PROCESS, [*limits, *sizes], inside, b"".join((data, *beside)), left)
    if found[:4] != b"glTF" or len(found) < 20:
        raise isolated.Ended(DAMAGED)
    return found


def _wanted(glb: bytes) -> list[list[str]]:
    """Return the names of the pictures that the file has beside it."""
    size = struct.unpack_from("<I", glb, 12)[0]
    wanted = json.loads(glb[20 : 20 + size])["asset"].get("extras", {}).get(WANTED, [])
    return [[name for name in names if isinstance(name, str)] for names in wanted if isinstance(names, list)]


def _beside(path: Path, wanted: list[list[str]]) -> Iterator[bytes]:
    """Yield what each of the pictures holds; nothing for one that is not there."""
    room = LARGEST_PICTURES
    for names in wanted:
        data = b""
        for place in _places(path, names):
            try:
                data = bytes_beside(path, place, "", room)
            except Fault:
                continue
            break
        room -= len(data)
        yield data


def _places(path: Path, names: list[str]) -> Iterator[str]:
    """Yield where a picture may be: where the file says, then by its name alone, also where programs unpack them."""
    for name in names:
        place = PureWindowsPath(name)
        if not place.drive and not place.root:
            yield uri_of(name)
    for name in dict.fromkeys(PureWindowsPath(name).name for name in names):
        for folder in ("", f"{path.stem}.fbm/", "textures/", "Textures/", "Texture/", "texture/"):
            yield uri_of(f"{folder}{name}")
