"""A Python beside this one that runs a module of Pantin, and takes its modules from where this one has them.

Neither the current folder nor the environment has a say in what it imports (`-I`), and it does not run in the current
folder: that is where people keep files of others, which may be named like a module of the standard library.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

WATCHED = 1.5
"""Seconds in which a process that is late must have had the processor at all: one that hangs has not."""

SLOWED = 12.0
"""How many times its time a process may take that others keep from the processor."""

PACKAGE = Path(__file__).parents[1]
"""The folder of the package `pantin`."""

BEGIN = """
import sys
sys.path[:] = {places!r}
import runpy
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location("pantin", {package!r}, submodule_search_locations=[{folder!r}])
pantin = sys.modules["pantin"] = module_from_spec(spec)
spec.loader.exec_module(pantin)
runpy.run_module({module!r}, run_name="__main__", alter_sys=True)
"""
"""The program that the process runs. It imports this very Pantin, however that was found."""


def child(module: str, arguments: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[str]:
    """Start a process that runs `module` with arguments, and has these variables beside those of this one.

    What it writes, errors too, comes by its standard output, line by line and in the order in which it was written.
    """
    import subprocess  # takes time, and most commands start no process

    return subprocess.Popen(
        _command(module, arguments),
        env={**os.environ, **environment},
        cwd=PACKAGE,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


class Ended(ChildProcessError):
    """A process failed, or took too long and was stopped."""

    def __init__(self, code: int | None) -> None:
        super().__init__("took too long" if code is None else f"ended with {code}")
        self.code = code
        """What it ended with, negative for the signal that killed it; None where it took too long."""


def run(module: str, arguments: Sequence[str], environment: Mapping[str, str], data: bytes, seconds: float) -> bytes:
    """Run `module` with arguments, these variables and `data` as its standard input; return its standard output.

    It has so many seconds; while others keep the processor from it, some times as many. Raises OSError where it cannot
    be started, and Ended where it fails or takes longer.
    """
    import subprocess

    pipe = subprocess.PIPE
    variables = {**os.environ, **environment}
    command = _command(module, arguments)
    with subprocess.Popen(command, env=variables, cwd=PACKAGE, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            _feed(process, data)
            found = _output_of(process, seconds)
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise Ended(process.returncode)
    return found


def _feed(process: subprocess.Popen[bytes], data: bytes) -> None:
    """Write the standard input of a process beside whoever waits for its output.

    `communicate` writes none any more once its time was over, though it is called again: it would be waited for.
    """
    sent, process.stdin = process.stdin, None

    def write() -> None:
        with suppress(OSError):  # it has ended, or was ended
            if sent is not None:
                with sent:
                    sent.write(data)

    Thread(target=write, name="standard input", daemon=True).start()


def _output_of(process: subprocess.Popen[bytes], seconds: float) -> bytes:
    """Return the output of a process that has this much time. Raises Ended where it does not end."""
    import subprocess

    watched = min(WATCHED, seconds / 2.0)
    left, waits = (SLOWED - 1.0) * seconds, [seconds - watched, watched]
    before = spent = 0.0  # seconds of the processor
    while waits:
        try:
            return process.communicate(timeout=waits.pop(0))[0]
        except subprocess.TimeoutExpired:
            before, (spent, is_ready) = spent, _processor_time(process.pid)
        if not waits and left > 0.0 and (is_ready or before < spent) and spent < seconds:
            left -= watched
            waits.append(watched)
    raise Ended(None)


def _processor_time(process: int) -> tuple[float, bool]:
    """Return how many seconds of the processor a process has had, and whether it would work if it had more.

    Nothing of both where the system does not say.
    """
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), fields[0] in "RD"
    except (OSError, ValueError, LookupError, AttributeError):
        return 0.0, False


def _command(module: str, arguments: Sequence[str]) -> list[str]:
    begin = BEGIN.format(places=search_path(), package=str(PACKAGE / "__init__.py"), folder=str(PACKAGE), module=module)
    return [sys.executable, *_flags(), "-c", begin, *arguments]


def search_path() -> list[str]:
    """Return where this process looks for modules, without the current folder and what is relative to it."""
    here = os.path.realpath(os.curdir)
    return [place for place in sys.path if Path(place).is_absolute() and os.path.realpath(place) != here]


def _flags() -> list[str]:
    """Return the options of Python: isolated and unbuffered, and what the ignored environment says of byte code."""
    written = ["-B"] if sys.dont_write_bytecode else []
    prefix = ["-X", f"pycache_prefix={Path(sys.pycache_prefix).absolute()}"] if sys.pycache_prefix else []
    return ["-I", "-u", *written, *prefix]


def limit_memory(most: int) -> None:
    """In such a process: take no more memory than so many bytes, where the system can say so."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (ImportError, ValueError, OSError):
        pass


def limit_written_memory(most: int) -> None:
    """In such a process: have no more memory than so many bytes to write to, where the system can say so.

    What a library reserves and never writes to is left out (Linux 4.7 and later).
    """
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    except (ImportError, ValueError, OSError):
        pass


OVER_TIME = tuple(-int(number) for name in ("SIGPROF", "SIGALRM") if (number := getattr(signal, name, None)))
"""The exit codes of such a process that has taken longer than `limit_time` says."""


def limit_time(worked: float, seconds: float) -> None:
    """In such a process: end by a signal once it has worked so many seconds from now on, or so many have gone by,
    where the system can do that.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, worked)
        signal.setitimer(signal.ITIMER_REAL, seconds)
