"""The ground as a value: what it may be, where its surface is, and what files say of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Document, Unreadable, read, write
from pantin.rigs.clip import Clip
from pantin.rigs.editing.grounds import legs_of, let_all_plant, let_plant, on_preset, with_ground, with_planting
from pantin.rigs.editing.soles import sole_of
from pantin.rigs.figure import Figure
from pantin.rigs.formats.bounds import why_invalid
from pantin.rigs.formats.heights import read_heights
from pantin.rigs.ground.kinds import Floor, Ground, Heights, Planting, Slope, Steps
from pantin.rigs.ground.presets import PRESETS
from pantin.rigs.ground.surface import climb, heights_above, surface
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.templates import humanoid
from pantin.rigs.vectors import three

FIGURE = Document.of(humanoid.rig())


def test_heights_and_normals_of_every_kind() -> None:
    places = np.array([(0.0, 0.0), (0.0, -0.5), (1.0, 0.0)])
    assert surface(Floor(height=0.3), places).heights.tolist() == [0.3, 0.3, 0.3]
    slope = surface(Slope(angle=np.pi / 4), places)
    assert slope.heights == pytest.approx([0.0, 0.5, 0.0])
    assert slope.normals[0] == pytest.approx([0.0, np.sqrt(0.5), np.sqrt(0.5)])
    assert surface(Steps(start=0.4, rise=0.2), places).heights == pytest.approx([0.0, 0.2, 0.0])
    down = surface(Steps(start=0.4, rise=-0.2, heading=np.pi / 2, count=1), places)
    assert down.heights == pytest.approx([0.0, 0.0, -0.2])
    field = Heights(rows=((1.0, 1.0), (0.0, 0.0)), cell=2.0, strength=0.5)
    assert surface(field, places).heights == pytest.approx([0.25, 0.125, 0.25])
    assert surface(field, np.array([(0.0, -99.0)])).heights == pytest.approx([0.0])


def test_heights_above_the_ground_of_points_in_any_shape() -> None:
    """Above a slope of 45° that rises to the front, as above the floor of the picture where there is none."""
    points = np.array([[(0.0, 0.0, 0.5), (0.0, -0.5, 0.5)], [(1.0, -1.0, 0.0), (0.0, 2.0, 0.0)]])
    assert heights_above(Slope(angle=np.pi / 4), points) == pytest.approx(np.array([[0.5, 0.0], [-1.0, 2.0]]))
    assert heights_above(None, points).tolist() == [[0.5, 0.5], [0.0, 0.0]]
    assert float(heights_above(Floor(height=0.2), (3.0, 4.0, 1.0))) == pytest.approx(0.8)


@pytest.mark.parametrize("kind", PRESETS)
def test_normals_stand_on_the_surface(kind: str) -> None:
    """They are of length 1, and across the ground between neighbouring points, but for the edges of steps."""
    ground = PRESETS[kind]
    places = np.random.default_rng(1).uniform(-1.5, 1.5, (200, 2))
    at = surface(ground, places)
    assert np.linalg.norm(at.normals, axis=1) == pytest.approx(np.ones(200))
    if isinstance(ground, Floor | Slope):
        across = np.column_stack([places - places[0], at.heights - at.heights[0]])
        assert across @ at.normals[0] == pytest.approx(np.zeros(200))


def test_ground_suits_the_figure() -> None:
    """A person gets the stairs of a house, a figure in inches or of a toy's size stairs that it climbs as easily."""
    assert on_preset(FIGURE, "steps").scene.ground == PRESETS["steps"]
    giant = FIGURE.with_rig(replace(FIGURE.rig, bones=tuple(_as_large(bone, 14.3) for bone in FIGURE.rig.bones)))
    steps = on_preset(giant, "steps").scene.ground
    assert isinstance(steps, Steps)
    assert (steps.rise, steps.tread, steps.start, steps.count) == (2.4, 4.6, 5.0, 5)
    rolling = on_preset(giant, "heights").scene.ground
    assert isinstance(rolling, Heights)
    assert (rolling.cell, rolling.strength) == (7.1, 14.0)
    assert on_preset(giant, "slope").scene.ground == PRESETS["slope"]
    assert on_preset(giant, "").scene.ground is None


def _as_large(bone: Bone, size: float) -> Bone:
    """The bone of a figure that is so many times as large."""
    return replace(bone, head=three(size * np.array(bone.head)), tail=three(size * np.array(bone.tail)))


def test_a_sole_climbs_a_step_without_a_jump() -> None:
    ground, sole = Steps(start=0.4, rise=0.2), np.array([(0.0, 0.0), (0.0, -0.27)])
    before = climb(ground, sole - (0.0, 0.1299), 0.27)
    assert before is None
    steps = [climb(ground, sole - (0.0, far), 0.27) for far in np.arange(0.1301, 0.2649, 0.001)]
    assert all(step is not None for step in steps)
    ups = [step.up_to for step in steps if step is not None]
    assert ups[0] == pytest.approx(0.0, abs=1e-4)
    assert ups[-1] == pytest.approx(0.2)
    assert max(np.diff(ups)) < 0.006
    backs = [float(step.back[1]) for step in steps if step is not None]
    assert backs[0] == pytest.approx(0.0, abs=2e-4)
    assert backs[-1] == pytest.approx(0.0, abs=2e-3)
    assert climb(Floor(), sole, 0.27) is None


@pytest.mark.parametrize(
    ("ground", "words"),
    [
        (Floor(height=float("nan")), "not finite"),
        (Heights(rows=((0.0, float("inf")), (0.0, 0.0))), "not finite"),
        (Steps(rise=0.0), "without a rise"),
        (Steps(tread=0.0), "tread"),
        (Heights(rows=((1.0,),)), "two rows of two"),
        (Heights(), "two rows of two"),
        (Heights(rows=((1.0, 2.0), (1.0,))), "two rows of two"),
        (Heights(rows=((1.0, 2.0), (1.0, 2.0, 3.0))), "different lengths"),
        (Heights(rows=((0.0, 0.0), (0.0, 0.0)), cell=0.0), "spacing"),
    ],
)
def test_what_nothing_can_stand_on_is_refused_in_one_sentence(ground: Ground, words: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=words):
        with_ground(FIGURE, ground)
    bad = FIGURE.on_ground(ground)
    assert words in why_invalid(FIGURE, bad)
    path = tmp_path / "bad.rig.json"
    with pytest.raises(ValueError, match=r"ground|finite|NaN|infinity"):
        write(bad, path)
    assert not path.exists()


def test_a_file_with_bad_ground_says_where(tmp_path: Path) -> None:
    path = tmp_path / "steps.rig.json"
    write(with_ground(FIGURE, Steps(rise=0.1)), path)
    path.write_text(path.read_text().replace('"rise": 0.1', '"rise": 0'))
    with pytest.raises(Unreadable, match=r"\$\.ground.*without a rise"):
        read(path)


@pytest.mark.parametrize("kind", PRESETS)
def test_ground_is_kept_in_the_file(kind: str, tmp_path: Path) -> None:
    made = with_planting(with_ground(FIGURE, PRESETS[kind]), Planting(hips="stay", most=0.3))
    write(made, tmp_path / "made.rig.json")
    assert read(tmp_path / "made.rig.json").figure == made.figure


def test_legs_plant_with_the_first_ground() -> None:
    made = with_ground(FIGURE, Floor())
    assert [limb.name for limb in made.rig.limbs if limb.plants] == ["foot.L", "foot.R"]
    lifted = let_plant(made, legs_of(made.rig)[:1], False)
    assert [limb.name for limb in with_ground(lifted, Slope()).rig.limbs if limb.plants] == ["foot.R"]
    assert with_ground(made, None).scene.ground is None
    assert with_ground(FIGURE, None) == FIGURE, "without ground nothing begins to plant"


def test_heights_from_a_file_of_numbers(tmp_path: Path) -> None:
    path = tmp_path / "hills.csv"
    path.write_text("# hills\n0, 0.5; 1\n1\t2 3\n\n")
    assert read_heights(path).rows == ((0.0, 0.5, 1.0), (1.0, 2.0, 3.0))
    for text, words in (("1 2\n3 x\n", "line 2"), ("1 2\n", "two rows"), ("1 2\n3 nan", "line 2"), ("\xff", "height")):
        path.write_text(text)
        with pytest.raises(Unreadable, match=words):
            read_heights(path)


def test_steps_and_slopes_rise_where_the_walk_leads() -> None:
    """To the figure's right here, from beside the origin; a clip on the spot leaves them as they are."""
    rows = np.zeros((3, 2, 10))
    rows[..., 6] = rows[..., 7:] = 1.0
    rows[:, 0, 0] = (-0.4, -1.0, -2.4)
    walk = Clip.of("walk", 30.0, ("hips", "spine"), rows)
    bones = (
        Bone("hips", head=(0.0, 0.0, 0.9), tail=(0.0, 0.0, 1.1)),
        Bone("spine", parent="hips", tail=(0.0, 0.0, 1.7)),
    )
    walking = Document.of(Figure(rig=Rig(bones=bones), clips=(walk,)))
    steps, slope = (on_preset(walking, kind).scene.ground for kind in ("steps", "slope"))
    assert isinstance(steps, Steps) and isinstance(slope, Slope)
    assert steps.heading == slope.heading == pytest.approx(-np.pi / 2, abs=1e-4)
    assert steps.start == pytest.approx(Steps().start + 0.4, abs=1e-3)
    rows[:, 0, 0] = 0.1
    still = Document.of(replace(walking.figure, clips=(Clip.of("wave", 30.0, ("hips", "spine"), rows),)))
    assert on_preset(still, "steps").scene.ground == PRESETS["steps"]


def test_all_feet_plant_but_no_hand_or_spine() -> None:
    """Also where no foot is pinned; a hand that was planted by itself is let go with them."""
    unpinned = with_ground(FIGURE.with_rig(replace(FIGURE.rig, pins=())), Floor())
    made = let_all_plant(unpinned, True)
    assert [limb.name for limb in made.rig.limbs if limb.plants] == ["foot.L", "foot.R"]
    handstand = let_plant(made, made.rig.limbs, True)
    assert not any(limb.plants for limb in let_all_plant(handstand, False).rig.limbs)
    leg = legs_of(FIGURE.rig)[0]
    assert sole_of(FIGURE.rig, leg) is not None and sole_of(FIGURE.rig, replace(leg, kind="spine")) is None
