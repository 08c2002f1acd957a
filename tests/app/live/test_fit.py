"""Names of trackers that say where they are worn."""

from __future__ import annotations

from pantin.app.live.fit import Fit, parts_named
from pantin.app.live.vmc import Frame
from pantin.rigs.templates import humanoid
from pantin.rigs.tracking.points import Point
from pantin.widgets.values.live import LiveChoices


def test_names_of_parts_and_of_devices_tell() -> None:
    assert parts_named(("HMD-0", "CON-LEFT", "CON-RIGHT", "TRA-WAIST", "TRA-LFOOT", "TRA-RFOOT")) == {
        "HMD-0": "head",
        "CON-LEFT": "hand.L",
        "CON-RIGHT": "hand.R",
        "TRA-WAIST": "hips",
        "TRA-LFOOT": "foot.L",
        "TRA-RFOOT": "foot.R",
    }
    bones = parts_named(("Head", "Spine", "LeftHand", "RightHand", "LeftFoot", "RightFoot"))
    assert list(bones.values()) == ["head", "hips", "hand.L", "hand.R", "foot.L", "foot.R"]


def test_serial_numbers_and_doubtful_names_do_not() -> None:
    """Then the T-pose tells."""
    assert parts_named(("Head", "LHR-41C07A2E", "LHR-9B3F10D5")) == {}
    assert parts_named(("Head", "Hand", "Hand 2")) == {}
    assert parts_named(("LeftHand", "RightHand", "Hips")) == {}


def test_somebody_who_walks_is_calibrated_by_names() -> None:
    """Legs cross and hands hang in the middle of a step: places would tell another thing."""
    places = {"Head": 1.6, "LeftHand": 0.8, "RightHand": 0.8, "Hips": 0.9, "LeftFoot": 0.1, "RightFoot": 0.1}
    across = dict(zip(places, (0.0, 0.2, -0.2, 0.0, -0.1, 0.1), strict=True))
    trackers = {name: Point((across[name], 0.0, up)) for name, up in places.items()}
    choices = Fit().calibrate(Frame(trackers=trackers), LiveChoices(by="height"), humanoid.rig())
    assert choices.parts["LeftFoot"] == "foot.L" and choices.parts["RightFoot"] == "foot.R"
