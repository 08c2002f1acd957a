"""Decoding: a model that several threads meet first of all.

What an edit changed is held against what a file can hold: quickly where all is well, closely where it is not.
"""

from __future__ import annotations

import math
import subprocess
import sys
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from pantin.resources import FOLDER
from pantin.rigs.document import Document
from pantin.rigs.formats import decoding
from pantin.rigs.formats.bounds import why_invalid
from pantin.rigs.rig import Bone, Rig
from tests.patience import PATIENCE
from tests.rigs.skeletons import row_of

AT_ONCE = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from pantin import rigs

sys.setswitchinterval(1e-7)
together = Barrier(4)

def bones(path):
    together.wait()
    return len(rigs.read(path).rig.bones)

with ThreadPoolExecutor(4) as threads:
    print({*threads.map(bones, sys.argv[1:] * 4)})
"""


def test_the_first_files_of_a_process_may_be_read_by_threads_at_once() -> None:
    """msgspec would end the process: a thread meets structs whose fields another one is still looking at."""
    command = [sys.executable, "-c", AT_ONCE, str(FOLDER / "rigs" / "arm.rig.json")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(",") == 0


def test_what_a_file_can_hold_is_not_looked_at_closely() -> None:
    with patch.object(decoding.json_text, "check", wraps=decoding.json_text.check) as check:
        assert why_invalid(Document(), Document.of(row_of(50))) == ""
    assert not check.called


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 1e300])
def test_a_number_that_no_file_can_hold_is_found_among_others(number: float) -> None:
    rig = row_of(50)
    wrong = replace(rig.bones[30], tail=(0.0, number, 1.0))
    why = why_invalid(Document.of(rig), Document.of(replace(rig, bones=(*rig.bones[:30], wrong, *rig.bones[31:]))))
    assert why.startswith('That is not possible for "bone_30"')


def test_a_name_of_half_a_character_is_found_and_one_in_any_script_is_not() -> None:
    assert why_invalid(Document(), Document.of(Rig(bones=(Bone(name="\ud800"),))))
    assert why_invalid(Document(), Document.of(Rig(bones=(Bone(name="左手 🖐"),)))) == ""
