"""numba comes beside a window without holding it up."""

from __future__ import annotations

import subprocess
import sys

import pytest


def run(code: str) -> str:
    """Return what a process of its own prints."""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="which libraries are open is read from Linux")
def test_llvm_is_open_before_python_imports_it() -> None:
    code = """
import sys
from pantin.solver.compiling.background_import import open_llvm
open_llvm()
print("libllvmlite" in open("/proc/self/maps").read(), "llvmlite" in sys.modules)
"""
    assert run(code) == "True False"


def test_nothing_is_collected_meanwhile_and_what_came_is_left_out_of_later_collections() -> None:
    code = """
import gc
from pantin.solver.compiling.background_import import importing_numba
collected = []
gc.callbacks.append(lambda phase, about: collected.append(phase))
with importing_numba():
    collected.clear()
    import numba
    print(len(collected), len(gc.get_objects()) > 50_000)
print(gc.isenabled(), gc.get_freeze_count() > 50_000)
"""
    assert run(code).split() == ["0", "True", "True", "True"]


def test_who_has_no_garbage_collection_gets_none() -> None:
    code = """
import gc
from pantin.solver.compiling.background_import import importing_numba
gc.disable()
with importing_numba():
    pass
print(gc.isenabled())
"""
    assert run(code) == "False"
