"""USD: characters of UsdSkel with their skins, blend shapes and motion, and meshes without.

The package usd-core reads them, where it is installed, in a process of its own: it is foreign code that reads a
stranger's file. Layers and pictures are taken from the folder of the file and below; what leads out is cut off first.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from pantin.rigs import isolated
from pantin.rigs.document import Document
from pantin.rigs.formats.converted.opening import opened_as_gltf
from pantin.rigs.formats.files import FilePath, Unreadable, read_with
from pantin.rigs.formats.opening import Reading
from pantin.rigs.messages import _

PROCESS = "pantin.rigs.formats.converted.usd_process"
SECONDS = 30.0
"""A character of a studio takes two."""
MEMORY = 8 * 1024**3
"""Bytes of addresses that the process may take: the library alone reserves two gigabytes."""
LARGEST = 512 * 1024 * 1024
"""Bytes of a file."""


def read(path: FilePath, how: Reading | None = None) -> Document:
    """Return the character in a file as a figure. Raises Unreadable, also where the package is not installed."""
    return opened_as_gltf(path, how or Reading(), _glb)


def _glb(path: Path) -> bytes:
    if find_spec("pxr") is None:
        what = _('USD is read by one more package; install it by: pip install "pantin[usd]".')
        raise Unreadable(path, _("file"), what)
    size = read_with(path, lambda _file, size: size)
    if size > LARGEST:
        raise Unreadable(path, _("file"), _("it is larger than 512 MB; export the character alone."))
    damaged = _("it is damaged, or larger than can be read; take another copy, or export the character as .glb.")
    try:
        found = isolated.run(PROCESS, [str(path.absolute()), str(MEMORY)], {}, b"", SECONDS)
    except OSError:
        raise Unreadable(path, _("file"), damaged) from None
    if not found:
        raise Unreadable(path, _("file"), _("it holds no skeleton and no mesh; choose a file that has one."))
    return found
