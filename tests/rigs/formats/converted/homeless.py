"""Characters that Pantin made of other files, which are kept until they are saved."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pantin import rigs
from pantin.rigs.document import Document
from pantin.rigs.formats.converted import keeping
from pantin.rigs.formats.converted.content import Content, Mesh, Node, Primitive, Skin
from pantin.rigs.formats.converted.glb import glb_of


def glb(height: float = 1.0, copyright: str = "") -> bytes:
    """A triangle so high, which hangs on a bone."""
    corners = np.array(((0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (0.0, height, 0.0)), np.float32)
    part = Primitive(
        corners,
        np.array(((0, 1, 2),), np.uint32),
        joints=np.zeros((3, 1), np.uint16),
        weights=np.ones((3, 1), np.float32),
    )
    nodes = [Node("low"), Node("up", 0, (0.0, height, 0.0)), Node("body", mesh=0, skin=0)]
    binds = np.tile(np.eye(4), (2, 1, 1))
    binds[1, 1, 3] = -height
    content = Content(nodes, [Mesh("body", (part,))], [Skin((0, 1), binds)])
    content.copyright = copyright
    return glb_of(content)


def kept(name: str = "walker", height: float = 1.0) -> Path:
    """The file of such a character, without a home."""
    return keeping.keep(glb(height), f"{name}.foreign")


def character(name: str = "walker", height: float = 1.0) -> Document:
    """It opened."""
    return rigs.read(kept(name, height))
