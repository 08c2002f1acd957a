"""Scaling without a screen: send events to the generator, look at what it previews and keeps."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.joint import Locks
from pantin.rigs.pose import Pose, Transform
from pantin.rigs.rig import Bone, Rig
from pantin.viewport.tools.dragging.events import Key, Middle, Press
from pantin.viewport.tools.scale import scale
from pantin.viewport.values.stage import Look, Preview
from tests.rigs.strategies import relaxed
from tests.viewport.drags import (
    FRONT,
    PLAIN,
    chain_rig,
    from_keyboard,
    kept,
    keys,
    run,
    settings,
    to,
    with_selected,
)
from tests.viewport.stages import look_at, seen_at


def one(**changes: object) -> Look:
    """A bone that stands upright in the middle of the picture, selected and already posed a little."""
    bone = Bone(name="bone", head=(0, 0, 1), tail=(0, 0, 1.3))
    pose = {"bone": Transform(scale=(1.0, 1.5, 2.0))}
    figure = Figure(rig=Rig(bones=(msgspec.structs.replace(bone, **changes),)), pose=Pose(pose))
    return look_at(Document.of(figure, selected=("bone",), active="bone"))


def beside(pixels: float) -> Press:
    """S with the pointer so far to the right of the bone's head."""
    return Press(400 + pixels, 300, FRONT, settings=PLAIN, keyboard=True)


def sizes(shown: Preview, name: str = "bone") -> tuple[float, float, float]:
    return shown.document.figure.transform(name).scale


def test_the_factor_is_how_much_farther_from_the_pivot_the_pointer_is() -> None:
    shown = run(scale, one(), beside(100), to(400, 100))
    assert sizes(shown) == pytest.approx((2.0, 3.0, 4.0)) and shown.readout == "Scale × 2.000"
    assert [label.text for label in shown.overlay.labels] == ["× 2.000"]
    assert np.array_equal(shown.overlay.ghost, one().evaluated.matrices)


@given(st.lists(st.tuples(st.integers(0, 800), st.integers(0, 600)), max_size=4), st.sampled_from(["", "x", "Y", "zz"]))
@relaxed
def test_there_and_back_is_exactly_the_start(places: list, letters: str) -> None:
    look = one()
    assert run(scale, look, beside(90), *(to(*p) for p in places), *keys(*letters), to(490, 300)).document == (
        look.document
    )


@given(st.floats(0.1, 4), st.floats(0.1, 4))
@relaxed
def test_factors_multiply(first: float, second: float) -> None:
    once = run(scale, one(), beside(90), *keys(*f"{first:.3f}"))
    twice = run(scale, look_at(once.document), beside(90), *keys(*f"{second:.3f}"))
    factor = float(f"{first:.3f}") * float(f"{second:.3f}")
    assert sizes(twice) == pytest.approx(np.multiply(factor, (1.0, 1.5, 2.0)))


def test_letters_keep_to_the_armatures_axis_then_to_the_bones_own() -> None:
    upright = run(scale, one(), beside(90), *keys("z", "3"))
    assert sizes(upright) == pytest.approx((1.0, 4.5, 2.0)), "the bone's own Y points up"
    own = run(scale, one(), beside(90), *keys("z", "z", "3"))
    assert sizes(own) == pytest.approx((1.0, 1.5, 6.0))
    plane = run(scale, one(), beside(90), *keys("Z", "Z", "3"))
    assert sizes(plane) == pytest.approx((3.0, 4.5, 2.0))


def test_typed_numbers_scale_evenly_or_one_axis_after_another() -> None:
    assert sizes(run(scale, one(), beside(90), *keys("2"))) == pytest.approx((2.0, 3.0, 4.0))
    each = run(scale, one(), beside(90), *keys("2", "tab", "4"))
    assert sizes(each) == pytest.approx((2.0, 6.0, 2.0)) and each.readout == "Scale × 2  [4]"
    assert sizes(run(scale, one(), beside(90), *keys("x", "-", "2"))) == pytest.approx((-2.0, 1.5, 2.0))


def test_nothing_is_scaled_away_altogether() -> None:
    assert all(size != 0.0 for size in sizes(run(scale, one(), beside(90), *keys("0"))))


def test_ctrl_snaps_to_tenths() -> None:
    shown = run(scale, one(), beside(100), to(533, 300, ctrl=True))
    assert sizes(shown)[0] == pytest.approx(1.3) and shown.readout == "Scale × 1.300"


def test_a_box_of_the_gizmo_scales_along_its_axis_and_the_middle_evenly() -> None:
    x, y = seen_at(one(), "bone", 0.0, FRONT)
    along = run(
        scale, one(), Press(x, y - 80, FRONT, part="y", settings=settings(orientation="local")), to(x + 30, y - 160)
    )
    assert sizes(along) == pytest.approx((1.0, 3.0, 2.0))
    evenly = run(scale, one(), Press(x, y, FRONT, part="centre", settings=PLAIN), to(x + 40, y))
    assert sizes(evenly)[0] > 1.2 and sizes(evenly)[1] / sizes(evenly)[0] == pytest.approx(1.5)


def test_the_middle_of_the_gizmo_scales_up_to_the_right_and_upwards_and_down_the_other_way() -> None:
    press = Press(410, 295, FRONT, part="centre", settings=PLAIN)
    right, up, down, across = (
        sizes(run(scale, one(), press, to(410 + x, 295 + y)))[0] for x, y in ((50, 0), (0, -50), (0, 50), (50, 50))
    )
    assert right == pytest.approx(up) and right > 1.1
    assert down == pytest.approx(1.0 / up) and across == pytest.approx(1.0)


def test_the_middle_button_chooses_an_axis() -> None:
    shown = run(scale, one(), beside(100), Middle(True), to(500, 200), Middle(False), Key("2"))
    assert sizes(shown) == pytest.approx((1.0, 3.0, 2.0)) and shown.readout.endswith("along Z")


@given(st.tuples(*[st.booleans()] * 3), st.integers(0, 800))
@relaxed
def test_locked_sizes_stay_to_the_bit(locked: tuple, x: int) -> None:
    shown = run(scale, one(locks=Locks(scale=locked)), beside(100), to(x, 211))
    for held, before, now in zip(locked, (1.0, 1.5, 2.0), sizes(shown), strict=True):
        assert now == before if held else True


def test_about_a_pivot_places_move_apart_and_individually_they_stay() -> None:
    bones = tuple(Bone(name=f"b{i}", head=(i, 0, 0), tail=(i, 0, 1)) for i in range(3))
    look = with_selected(look_at(Document.of(Rig(bones=bones))), "b0", "b1", "b2")
    apart = look_at(run(scale, look, from_keyboard(settings(pivot="median")), *keys("3")).document).evaluated
    assert apart.heads[:, 0] == pytest.approx([-2, 1, 4])
    stays = look_at(run(scale, look, from_keyboard(), *keys("3")).document).evaluated
    assert stays.heads[:, 0] == pytest.approx([0, 1, 2])


def test_what_a_scaled_bone_carries_grows_once() -> None:
    look = with_selected(chain_rig(), "b0", "b1", "b2")
    shown = run(scale, look, from_keyboard(), *keys("2"))
    assert set(shown.document.figure.pose.bones) == {"b0"}


def test_what_is_kept_is_one_step_with_a_name() -> None:
    result = kept(scale, one(), beside(100), to(400, 100))
    assert result is not None and result.label == "Scale bone"
    assert result.preview.document.figure.transform("bone").scale == pytest.approx((2.0, 3.0, 4.0))
