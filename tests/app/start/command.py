"""`pantin` called as from a shell, in this process."""

from __future__ import annotations

import contextlib
import io
import subprocess

from pantin.app.start.command_line import main


def pantin(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command here, as its process would: what it printed, and its exit status."""
    out, err = io.StringIO(), io.StringIO()
    given = list(map(str, arguments))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(given)
        except SystemExit as ended:
            status = int(ended.code or 0)
    return subprocess.CompletedProcess(given, status, out.getvalue(), err.getvalue())
