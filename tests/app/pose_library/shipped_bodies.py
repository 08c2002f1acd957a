"""The poses that ship: of bodies, and of hands."""

from __future__ import annotations

from pantin.app.pose_library.folders import SHIPPED, read_folder

BODIES, HANDS = (read_folder(path) for path in SHIPPED)
