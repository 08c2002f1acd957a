"""Tests of what `pip install` copies: every file that the program reads, not only the code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parent.parent
INSTALLED = """
from distutils.core import run_setup
distribution = run_setup("setup.py", ["--quiet", "build_py", "--build-lib", "."], stop_after="commandline")
command = distribution.get_command_obj("build_py")
command.ensure_finalized()
print(*command.get_outputs(include_bytecode=False), sep="\\n")
"""
FOR_TRANSLATORS = ".pot"
"""Read by no program: a translation that ships is made from it."""


def test_an_installation_holds_every_resource() -> None:
    there = {path.relative_to(TOP).as_posix() for path in (TOP / "resources").rglob("*") if _is_read(path)}
    assert len(there) > 100
    assert {f"pantin/{path}" for path in there} <= _installed()


def _is_read(path: Path) -> bool:
    return path.is_file() and path.suffix != FOR_TRANSLATORS and "__pycache__" not in path.parts


def _installed() -> set[str]:
    """The files of an installation, by their paths in site-packages, as setuptools lists them."""
    run = [sys.executable, "-c", f"import setuptools{INSTALLED}"]
    said = subprocess.run(run, cwd=TOP, capture_output=True, text=True, check=True)
    return {Path(line).as_posix() for line in said.stdout.splitlines()}
