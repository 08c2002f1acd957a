"""Pantin: rigs and poses with inverse kinematics.

document = pantin.read("figure.rig.json")
evaluated = pantin.evaluate(document)
pantin.write(document, "copy.rig.json")
pantin.write(pantin.flipped(document), "flipped.glb")

`pull` poses a body by what is pulled and what is pinned, as dragging does. `simulate` moves it on in time.

Importing this costs nothing: what a name needs is loaded when it is first used. Not even a module of the standard
library is imported here: `python -m pantin` would look for it in the current folder first.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pantin.app.files.export import write
    from pantin.app.files.reading import read
    from pantin.rigs import Document
    from pantin.solver import evaluate, simulate
    from pantin.solver.edits.limbs.matching import match_fk, match_ik
    from pantin.solver.edits.poses.poses import flipped, mixed
    from pantin.solver.edits.pulling.pull import pull

__all__ = ["Document", "evaluate", "flipped", "match_fk", "match_ik", "mixed", "pull", "read", "simulate", "write"]

_HOMES = {
    "evaluate": "pantin.solver",
    "flipped": "pantin.solver.edits.poses.poses",
    "match_fk": "pantin.solver.edits.limbs.matching",
    "match_ik": "pantin.solver.edits.limbs.matching",
    "mixed": "pantin.solver.edits.poses.poses",
    "pull": "pantin.solver.edits.pulling.pull",
    "read": "pantin.app.files.reading",
    "simulate": "pantin.solver",
    "write": "pantin.app.files.export",
}
"""The modules of what is not offered by `pantin.rigs`."""


def __getattr__(name: str) -> "Any":
    """Each name from its module, loaded at first use."""
    if name not in __all__:
        raise AttributeError(f"module 'pantin' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES.get(name, "pantin.rigs")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """All names that are offered, so that an interactive shell completes them before they are loaded."""
    return sorted({*globals(), *__all__})
