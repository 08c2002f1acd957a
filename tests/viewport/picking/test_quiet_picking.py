"""Handles that are not drawn: found beside the figure, giving way to it, and drawn while their limb is held."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.selection import select
from pantin.rigs.templates import humanoid
from pantin.viewport.interaction.hover_target import grabbed
from pantin.viewport.picking.picking import Hit
from pantin.viewport.picking.targets import targets
from pantin.viewport.scene.outlines import OUTLINES
from pantin.viewport.scene.rig_arrays import control_axes
from pantin.viewport.scene.scene import Display
from pantin.viewport.values.stage import Look
from tests.viewport.stages import LENS, look_at, standing

QUIET, EVERY = Display(), Display(controls="always")


def outline(look: Look, name: str) -> Iterator[tuple[float, float]]:
    """The pixels along the outline of a control."""
    found = targets(look)
    grip = next(grip for grip in found.grips if grip.name == name)
    axes = control_axes(grip, np.asarray(look.evaluated.matrices))
    points = grip.radius * OUTLINES[grip.shape][:, 0] @ axes[:3, :3].T + axes[:3, 3]
    yield from map(tuple, LENS.project(points)[:, :2].tolist())


def hits(look: Look, name: str, display: Display) -> list[Hit | None]:
    return [grabbed(look, LENS, x, y, display) for x, y in outline(look, name)]


def bones(found: list[Hit | None]) -> set[str | None]:
    return {None if hit is None else hit.bone for hit in found}


def test_a_ring_that_is_not_drawn_is_found_beside_the_limb_and_gives_way_on_it() -> None:
    look = standing()
    assert bones(hits(look, "hand_ik.L", EVERY)) == {"hand_ik.L"}
    quiet = bones(hits(look, "hand_ik.L", QUIET))
    assert "hand_ik.L" in quiet and None not in quiet
    assert quiet - {"hand_ik.L"} and all(name.endswith(".L") for name in quiet)


def test_the_ring_of_a_selected_limb_is_drawn_and_wins_on_its_line() -> None:
    document = Document.of(humanoid.rig(), selected=("forearm.L",), active="forearm.L")
    assert bones(hits(look_at(document), "hand_ik.L", QUIET)) == {"hand_ik.L"}


@pytest.mark.parametrize("display", [QUIET, EVERY])
def test_the_ring_around_the_whole_figure_never_wins_over_a_limb(display: Display) -> None:
    look = standing()
    rig = look.document.rig
    large = tuple(replace(bone, tail=(0.0, 0.0, 1.0)) if bone.name == "body" else bone for bone in rig.bones)
    high = tuple(replace(bone, head=(0.0, 0.0, 0.5)) if bone.name == "body" else bone for bone in large)
    wide = look_at(select(look.document.with_rig(replace(rig, bones=high)), ("body",), "body"))
    met = set()
    for x, y in outline(wide, "body"):
        hit = grabbed(wide, LENS, x, y, display)
        met.add(hit.bone if hit is not None else None)
        if hit is not None and hit.bone == "body":
            assert _far_from_every_bone(wide, x, y)
    assert {"body", "thigh.L", "thigh.R"} <= met or {"body", "shin.L", "shin.R"} <= met


def _far_from_every_bone(look: Look, x: float, y: float) -> bool:
    found = targets(look)
    ends, names = found.segments(LENS)
    body = [row for row, name in enumerate(names) if look.document.rig.by_name[name].kind == "bone"]
    start, along = ends[body, 0], ends[body, 1] - ends[body, 0]
    part = np.clip(((np.array((x, y)) - start) * along).sum(axis=1) / np.maximum((along**2).sum(axis=1), 1e-9), 0, 1)
    return bool((np.linalg.norm(np.array((x, y)) - start - part[:, None] * along, axis=1) > 8.0).all())


def test_while_the_figure_is_alone_no_control_is_found() -> None:
    look, alone = standing(), Display(alone=True)
    for name in ("hand_ik.L", "elbow_pole.R", "body"):
        assert name not in bones(hits(look, name, alone))
