"""A bench in a process of its own: what it crashes or hangs, it hangs for itself.

`python -m tests.bench.measuring.running MODULE FILE` is that process. It writes each row into FILE as soon as it has
it, so that a bench that is ended keeps what it had measured.
"""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tests.bench.measuring.rows import Outcome, Row

LAST_WORDS = 12
"""Lines of what a failed bench said that are shown."""


def run(bench: str, module: str, limit: float) -> Outcome:
    """Run the bench of a module below `tests.bench` for at most `limit` seconds, with settings of its own."""
    with tempfile.TemporaryDirectory(prefix="pantin-bench-") as folder:
        rows = Path(folder) / "rows"
        own = {"PANTIN_CONFIG_DIR": f"{folder}/config", "PANTIN_CACHE_DIR": f"{folder}/cache"}
        failed = ended([sys.executable, "-m", "tests.bench.measuring.running", module, str(rows)], limit, own)
        found = rows_of(rows)
    return Outcome(bench, found, failed or ("" if found else "it yielded no row"))


def rows_of(file: Path) -> tuple[Row, ...]:
    """The rows that a bench wrote, as far as it came."""
    return tuple(msgspec.json.Decoder(Row).decode_lines(file.read_bytes())) if file.exists() else ()


def ended(command: Sequence[str], limit: float, variables: dict[str, str]) -> str:
    """Run a command to its end, or to the end of `limit` seconds; returns why it failed, or nothing.

    All that it started ends with it.
    """
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command,
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            return f"still running after {limit:,.0f} s"
        finally:
            _end(process)
        if status == 0:
            return ""
        said.seek(0)
        lines = said.read().decode(errors="replace").strip().splitlines()
        print("\n".join(lines[-LAST_WORDS:]), file=sys.stderr)
        return f"exit status {status}" + (f", {lines[-1]}" if lines else "")


def _end(process: subprocess.Popen[bytes]) -> None:
    """The whole session of the process; where there are none (Windows), the process alone."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except AttributeError:
        process.kill()
    except ProcessLookupError:
        pass
    process.wait()


def main(module: str, file: Path) -> None:
    """Measure, row by row."""
    measure = importlib.import_module(f"tests.bench.{module}").measure
    with file.open("ab", buffering=0) as rows:
        for row in measure():
            rows.write(msgspec.json.encode(row) + b"\n")
            print(row.line(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
