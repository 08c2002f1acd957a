"""A Python beside this one that runs a module of Pantin, and takes its modules from where this one has them.

Neither the current folder nor the environment has a say in what it imports (`-I`), and it does not run in the current
folder: that is where people keep files of others, which may be named like a module of the standard library.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

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

    Raises OSError where it cannot be started, and Ended where it fails or takes longer.
    """
    import subprocess

    try:
        done = subprocess.run(
            _command(module, arguments),
            env={**os.environ, **environment},
            cwd=PACKAGE,
            input=data,
            capture_output=True,
            timeout=seconds,
            check=True,
        )
    except subprocess.CalledProcessError as error:
        raise Ended(error.returncode) from None
    except subprocess.TimeoutExpired:
        raise Ended(None) from None
    return done.stdout


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
