"""A module of the tests, run as a program of its own on a screen with twice as many pixels."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from tests.patience import PATIENCE


def told_by(module: str) -> dict[str, Any]:
    """Return what it prints of itself, as JSON."""
    command, environment = [sys.executable, "-m", module], {**os.environ, "QT_SCALE_FACTOR": "2"}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stderr
    return dict(json.loads(ran.stdout.splitlines()[-1]))
