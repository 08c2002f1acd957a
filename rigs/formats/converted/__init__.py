"""Files of other programs that become glTF when they are opened: a reader of each, and what all of them share.

A reader fills a `Content`, plain arrays; `glb_of` writes that as binary glTF, and from there a character goes the way
of every other: it is read, checked, drawn, written again and saved as one. Readers that are foreign code run in a
process of their own and hand the finished file back.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pantin.rigs.document import Document
    from pantin.rigs.formats.files import FilePath
    from pantin.rigs.formats.opening import Reading


def reader(module: str, name: str = "read") -> Callable[..., Document]:
    """Return the function of this name in a module here, which is loaded when a file is read: few ever are."""

    def read(path: FilePath, how: Reading | None = None) -> Document:
        found: Callable[[FilePath, Reading | None], Document] = getattr(
            import_module(f"pantin.rigs.formats.converted.{module}"), name
        )
        return found(path, how)

    return read
