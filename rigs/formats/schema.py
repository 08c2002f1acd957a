"""The JSON schemas of Pantin's own files, made from the fields' declarations.

Editors check and complete `*.rig.json`, `*.pose.json` and `*.clip.json` by them. To write them anew:
`python -m pantin.rigs.formats.schema`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from pantin.resources import FOLDER
from pantin.rigs.formats.clip_file import ClipFile
from pantin.rigs.formats.native import SceneFile
from pantin.rigs.formats.pose import PoseFile
from pantin.rigs.frames import Frames, Scalars

SCHEMAS: tuple[tuple[str, str, type[msgspec.Struct]], ...] = (
    ("rig.schema.json", "Pantin scene", SceneFile),
    ("pose.schema.json", "Pantin pose", PoseFile),
    ("clip.schema.json", "Pantin clip", ClipFile),
)


def schema_of(title: str, model: type[msgspec.Struct]) -> dict[str, Any]:
    """The schema of one kind of file."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return {**head, **msgspec.json.schema(model, schema_hook=_of_frames)}


def _of_frames(kind: type) -> dict[str, Any]:
    """Return the schema of frames, the one type that msgspec does not know: they are text in a file."""
    if kind in (Frames, Scalars):
        return {"type": "string"}
    raise NotImplementedError(kind)


def schema_text(title: str, model: type[msgspec.Struct]) -> str:
    """The schema as it is checked in."""
    return json.dumps(schema_of(title, model), indent=2, ensure_ascii=False) + "\n"


def main(folder: Path = FOLDER) -> None:
    """Write every schema into `folder`."""
    for name, title, model in SCHEMAS:
        (folder / name).write_text(schema_text(title, model), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
