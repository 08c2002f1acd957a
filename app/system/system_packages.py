"""The parts of a Debian-like system that Qt, OpenGL and the tests need, and how to get the missing ones.

`python3 app/system/system_packages.py` installs them where it may and says so in a sentence where it may not. It runs
before anything of Pantin is installed: standard library only, and nothing newer than Python 3.8, so that an old Python
is said so in words.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys

LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
"""The libraries that Qt loads when it opens a window, and the Debian packages that bring them."""

PROGRAMS = {"Xvfb": "xvfb"}
"""The package that gives the tests a screen of their own."""


def missing_libraries() -> list[str]:
    """The packages without which Qt cannot open a window here; empty on systems that bring their own."""
    if not sys.platform.startswith("linux"):
        return []
    return [package for library, package in LIBRARIES.items() if not _loads(library)]


def sentence(packages: list[str]) -> str:
    """Return a sentence about what a person can do about missing packages."""
    return (
        f"Pantin needs system packages that are missing here; install them with: apt-get install {' '.join(packages)}"
    )


def main() -> int:
    """Install what is missing. Only a Python that is too old or too new stops the set-up."""
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        print(f"Pantin needs Python 3.11, 3.12 or 3.13; this is {sys.version.split()[0]}. Try: make PYTHON=python3.12")
        return 1
    packages = _missing()
    if packages and not _install(packages):
        print(sentence(packages))
    return 0


def _missing() -> list[str]:
    if not sys.platform.startswith("linux"):
        return []
    programs = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    venv = [] if importlib.util.find_spec("ensurepip") else ["python3-venv"]
    return venv + missing_libraries() + programs


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _install(packages: list[str]) -> bool:
    """True when apt-get put them all in. Asks nobody for a password."""
    if shutil.which("apt-get") is None:
        return False
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if rights and (shutil.which("sudo") is None or _run([*rights, "true"]) != 0):
        return False
    print("Installing system packages:", *packages)
    apt = [*rights, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    install = [*apt, "install", "--yes", "--no-install-recommends", *packages]
    if _run(install) == 0:
        return True
    _run([*apt, "update"])
    return _run(install) == 0


def _run(command: list[str]) -> int:
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
