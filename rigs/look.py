"""How a bone is drawn: its shape and its colour."""

from __future__ import annotations

from typing import Literal

BoneShape = Literal["auto", "circle", "square", "cube", "sphere", "arrow", "cross", "foot", "hand", "eye"]
"""`auto` draws a bone as a bone, a handle as a ring and a pole as a diamond."""

BoneColour = Literal["auto", "grey", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"]
"""`auto` follows what the bone is for."""
