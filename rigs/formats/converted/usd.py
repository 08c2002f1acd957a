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
SECONDS, BYTES_A_SECOND = 4.5, 1_000_000
"""A file has so long to be read, and a second more for so many of its bytes: a character of a studio takes two."""
WORKED, WAITED = 1.5, 3.0
"""Seconds of the processor, and seconds, that it may take of these once the package is loaded, which takes one."""
MEMORY, TIMES = 512 * 1024**2, 64
"""Bytes that the process may take, and how many more for each byte of the file: what it holds is packed."""
LARGEST = 512 * 1024 * 1024
"""Bytes of a file."""
ONE_THREAD = {"PXR_WORK_THREAD_LIMIT": "1", "OPENBLAS_NUM_THREADS": "1"}
"""Each thread reserves memory of its own, and works at the same time."""


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
        found = isolated.run(PROCESS, _arguments(path, size), ONE_THREAD, b"", SECONDS + size / BYTES_A_SECOND)
    except OSError:
        raise Unreadable(path, _("file"), damaged) from None
    if not found:
        raise Unreadable(path, _("file"), _("it holds no skeleton and no mesh; choose a file that has one."))
    return found


def _arguments(path: Path, size: int) -> list[str]:
    """Return what the process is told: the file, the bytes that it may take, the seconds it may work, and may wait."""
    more = size / BYTES_A_SECOND
    return [str(path.absolute()), str(MEMORY + TIMES * size), str(WORKED + more), str(WAITED + 2.0 * more)]
