"""Data files of the program: sample rigs, icons, shaders, the schema. Found from a checkout and after an install."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
