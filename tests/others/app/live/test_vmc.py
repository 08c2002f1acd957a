"""VMC datagrams: a stream gives the bones where they were, and broken ones are dropped and change nothing."""

from __future__ import annotations

import json
from base64 import b64decode

import numpy as np
import pytest

from pantin.app.live.vmc import Decoder
from pantin.rigs.tracking.humanoid import hung_together
from tests.others.samples import SAMPLES

VMC = SAMPLES / "vmc"
HALF = np.sqrt(0.5)


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (VMC / name).read_text("utf-8").splitlines()]


def test_a_stream_gives_the_bones_of_its_truth() -> None:
    truth = json.loads((VMC / "stream_walk_truth.json").read_text("utf-8"))["positions"]
    decoder, farthest = Decoder(), 0.0
    stream = lines("stream_walk.jsonl")
    for line, after in zip(stream, [*stream[1:], {"frame": -1}], strict=True):
        decoder.take(b64decode(line["packet_b64"]))
        if after["frame"] != line["frame"]:
            stands = hung_together(decoder.frame.bones, decoder.frame.root)
            assert stands.keys() == truth.keys()
            off = (np.abs(stands[bone][0] - rows[line["frame"]]).max() for bone, rows in truth.items())
            farthest = max(farthest, *off)
    assert farthest <= 1e-5
    assert decoder.dropped == 0 and len(decoder.frame.trackers) == 6 and decoder.frame.loaded


TAKES = {
    "ints for floats",  # whole numbers are numbers
    "good",
    "too many arguments",
    "bundle in a bundle",
    "far future time tag",
    "64 KiB of messages",
    "unnormalised quaternion",
}
"""The cases that put the head somewhere."""
KEEPS_QUIET = {"unknown address", "unknown bone", "lower-case bone", "empty bundle", "Apply without Val"}
"""The others that are nothing broken, and move nothing."""
ASIDE = {"root v2.1", "OK v1", "OK v2.7", "Japanese blend name", "double for float"}
"""Those that are taken and concern no bone."""


@pytest.mark.parametrize("line", lines("hostile.jsonl") if VMC.is_dir() else (), ids=lambda line: line["case"])
def test_what_is_broken_is_dropped_and_counted(line: dict) -> None:
    decoder = Decoder()
    decoder.take(b64decode(line["packet_b64"]))
    case, bones = line["case"], decoder.frame.bones
    assert (set(bones) == {"Head"}) == (case in TAKES), line["expect"]
    assert (decoder.dropped == 0) == (case in TAKES | KEEPS_QUIET | ASIDE), line["expect"]
    for place, turn in hung_together(bones, decoder.frame.root).values():
        assert np.isfinite(place).all() and np.isfinite(turn).all()


def test_values_of_hostile_cases() -> None:
    """A rotation is made one, a name in other letters is kept, and is put on when that is asked for."""
    sent = {line["case"]: b64decode(line["packet_b64"]) for line in lines("hostile.jsonl")}
    decoder = Decoder()
    decoder.take(sent["unnormalised quaternion"])
    turned = np.abs(decoder.frame.bones["Head"].rotation)
    np.testing.assert_allclose(sorted(turned), [0.0, 0.0, HALF, HALF], atol=1e-6)
    decoder.take(sent["Japanese blend name"])
    assert decoder.frame.blends == {}
    decoder.take(sent["Apply without Val"])
    assert decoder.frame.blends == {"まばたき": 0.5}
    kept = decoder.frame.bones["Head"]
    for case in ("NaN quaternion", "too few arguments", "zero quaternion"):
        decoder.take(sent[case])
    assert decoder.frame.bones["Head"] == kept
