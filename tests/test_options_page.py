"""The page of options names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "options.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([a-z_/0-9]+\.py)::(\w+)`", PAGE)))


def test_every_row_names_a_test() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("|") and not re.match(r"\|(-|\s*option)", line)]
    assert rows and all(re.search(r"`[a-z_/0-9]+\.py::\w+`", row) for row in rows)


@pytest.mark.parametrize("file, test", NAMED)
def test_the_test_is_there(file: str, test: str) -> None:
    assert f"def {test}(" in (TESTS / file).read_text(encoding="utf-8")
