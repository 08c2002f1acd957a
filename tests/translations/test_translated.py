"""In another language nothing is shown in English: the whole window, the files' errors, the command line.

What may be seen as it is: names that people gave, keys, units, and names of programs and methods.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Collection
from functools import cache
from pathlib import Path

import pytest

from tests.translations import pseudo

KEYS = {
    *("Ctrl", "Alt", "Shift", "Tab", "Enter", "Esc", "Space", "Del", "Delete", "Backspace", "Home", "Menu", "Num"),
    *("PgUp", "PgDown", "Page up", "Page down", "PageUp", "PageDown", "Up", "Down", "Left", "Right", "Insert"),
    *("LMB", "MMB", "RMB", "Wheel", "Wheel up", "Wheel down", "Touchpad", "up", "down"),
    *(f"F{number}" for number in range(1, 13)),
}
UNITS = {"m", "cm", "mm", "km", "µm", "in", "ms", "µs", "Cm", "Mm", "In"}
PRODUCTS = {"Pantin", "Blender", "VRM", "BVH", "glTF", "FABRIK", "CCD", "DLS", "SDLS", "LM", "FK", "IK"}
SIGNS = {"XYZ", "YZ", "XZ", "XY", "Dx", "Dy", "Dz", "px"}
QT = {"Float", "Close", "Undocks and re-attaches the dock widget", "Closes the dock widget", "OK", "&OK"}
"""What Qt says itself comes from its own translations."""
UNTITLED = {"Untitled", "Untitled[*] – Pantin"}
"""The name of a rig that has none: it stands in the file."""
ALLOWED = frozenset({*KEYS, *UNITS, *PRODUCTS, *SIGNS})


OWN_OF_ARGPARSE = re.compile(
    r"usage: .*?\n\n|positional arguments:|options:|show this help message and exit|--?[a-z-]+|pantin"
    r"|[A-Z]+(\.\w+)*\b|WxH|\bfile\b|out\b|\S+\.json|\S+\.doc",
    re.S,
)
"""What it says itself, and names of files and arguments."""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Of a program that speaks the language, with settings of its own."""
    folder = tmp_path_factory.mktemp("language")
    own = {"PANTIN_CONFIG_DIR": str(folder / "config"), "PANTIN_CACHE_DIR": str(folder / "cache")}
    return {**pseudo.write_catalogues(folder / "translations"), **own}


def english(text: str, names: Collection[str] = ()) -> str:
    """Return what of a text is in English: no message, no name, no key, no unit."""
    if text in QT or text in UNTITLED or text in names or _is_shortened(text, names):
        return ""
    rest = re.sub(r"<[^>]*>|⟦[^⟦⟧]*…", " ", pseudo.left_over(text))
    rest = _any_of(frozenset(names) | ALLOWED).sub(" ", rest)
    return rest.strip() if re.search(r"[^\W\d_]{2,}", rest) else ""


@cache
def _any_of(names: frozenset[str]) -> re.Pattern[str]:
    """Finds names that stand alone, the longest first."""
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{known})(?!\w)")


def _is_shortened(text: str, names: Collection[str]) -> bool:
    """Return whether a name stands there that had too little room for its middle."""
    start, dots, end = text.partition("…")
    return bool(dots) and any(name.startswith(start) and name.endswith(end) for name in names)


def test_what_is_english_is_seen() -> None:
    assert english("⟦Move⟧ hand.L", ["hand.L"]) == ""
    assert english("⟦Move ⟦3 bones⟧⟧ (Ctrl+G)") == ""
    assert english("⟦Move⟧ three bones") == "three bones"
    assert english("ten…_08", ["tentacle_08"]) == "" and english("ten…_08", ["tentacle_07"])
    assert english("Move") == "Move"


@pytest.mark.usefixtures("warm_solver")
def test_the_window_is_translated_all_through(environment: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "seen.json"
    code = "import os, sys; from pathlib import Path; from tests.translations import walk; walk.main(Path(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", code + "; os._exit(0)", out], env=environment, check=True, timeout=600)
    found = json.loads(out.read_text("utf-8"))
    assert len(found["seen"]) > 3900
    left = {text: where for text, where in found["seen"].items() if english(text, found["names"])}
    assert not left


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("evaluate", "--help"),
        ("convert", "--help"),
        ("render", "--help"),
        ("pose", "--help"),
        ("track", "--help"),
        ("check", "--help"),
        ("check", "missing.rig.json"),
        ("convert", "missing.rig.json", "out.doc"),
        ("check", "{sample}"),
    ],
)
def test_the_command_line_is_translated(arguments: tuple[str, ...], environment: dict[str, str]) -> None:
    """What argparse says itself, "usage:" and "options:", comes from its own translations."""
    sample = "resources/rigs/humanoid.rig.json"
    given = [argument.format(sample=sample) for argument in arguments]
    ran = subprocess.run([sys.executable, "-m", "pantin", *given], env=environment, capture_output=True, check=False)
    said = (ran.stdout + ran.stderr).decode()
    assert "⟦" in said
    rest = OWN_OF_ARGPARSE.sub(" ", pseudo.left_over(said))
    assert not re.search(r"[^\W\d_]{2,}", rest), rest
