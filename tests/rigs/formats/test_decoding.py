"""Decoding: a model that several threads meet first of all."""

from __future__ import annotations

import subprocess
import sys

from pantin.resources import FOLDER
from tests.patience import PATIENCE

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
