"""Compiled kernels are run, so they are taken only from where nobody else can put any."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from pantin.solver.compiling import cache_folder, warm_up
from pantin.solver.compiling.trust import is_own, is_private

MODULE = "pantin.solver.entries.local_poses"
ANYBODY, SOMEBODY = 0o777, 4321

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes are of Unix")
as_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that NUMBA_CACHE_DIR names, with the mark of a part that is compiled."""
    folder = tmp_path / "top" / "chosen"
    folder.mkdir(parents=True, mode=0o700)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (folder / "compiled").write_bytes(b"code")
    cache_folder.leave_mark(cache_folder.mark_of(MODULE), [folder / "compiled"])
    return folder


def test_a_folder_of_ones_own_is_taken(chosen: Path) -> None:
    assert cache_folder.folder() == chosen and cache_folder.is_sound(cache_folder.mark_of(MODULE))
    assert cache_folder.refused() == "" and cache_folder.why_not_writable() == ""


def test_one_that_anybody_may_write_is_not_and_a_sentence_says_so(chosen: Path) -> None:
    chosen.chmod(ANYBODY)
    said = cache_folder.refused()
    assert cache_folder.folder() == chosen.parents[1] / "cache" / "pantin" / f"kernels-{cache_folder.digest()}"
    assert str(chosen) in said and str(cache_folder.folder()) in said and said.endswith(".")


def test_nor_one_whose_parent_anybody_may_write(chosen: Path) -> None:
    """They could put another folder in its place. Where only the owner removes, as in /tmp, they cannot."""
    chosen.parent.chmod(ANYBODY)
    assert not is_private(chosen)
    chosen.parent.chmod(0o1777)
    assert is_private(chosen)


def test_nor_one_behind_a_link_to_such_a_folder(chosen: Path, tmp_path: Path) -> None:
    chosen.chmod(ANYBODY)
    (tmp_path / "link").symlink_to(chosen)
    assert not is_private(tmp_path / "link")


@as_root
def test_nor_one_that_is_somebody_elses(chosen: Path) -> None:
    os.chown(chosen, SOMEBODY, SOMEBODY)
    assert not is_private(chosen) and cache_folder.folder() != chosen


@as_root
def test_a_group_that_others_are_in_counts_as_others(chosen: Path) -> None:
    os.chown(chosen, -1, SOMEBODY)
    chosen.chmod(0o770)
    assert not is_private(chosen)


def test_a_folder_that_is_not_there_yet_is_as_private_as_those_above_it(chosen: Path) -> None:
    assert is_private(chosen / "new" / "newer")
    chosen.chmod(ANYBODY)
    assert not is_private(chosen / "new" / "newer")


def test_what_is_compiled_lies_in_a_folder_for_this_user_alone(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new"))
    assert cache_folder.why_not_writable() == ""
    assert (tmp_path / "new").stat().st_mode & ANYBODY == cache_folder.PRIVATE


def test_a_file_that_others_may_write_or_a_link_is_not_loaded(chosen: Path) -> None:
    mark, code = cache_folder.mark_of(MODULE), chosen / "compiled"
    code.chmod(0o666)
    assert not is_own(code) and not cache_folder.is_sound(mark)
    code.chmod(0o600)
    assert cache_folder.is_sound(mark)
    code.rename(chosen / "elsewhere")
    code.symlink_to(chosen / "elsewhere")
    assert not cache_folder.is_sound(mark)


def test_where_no_folder_is_private_nothing_is_loaded_removed_or_compiled(chosen: Path, tmp_path, monkeypatch) -> None:
    """It goes on interpreted, and a sentence says what to do."""
    for folder in (chosen, tmp_path / "cache"):
        folder.mkdir(exist_ok=True)
        folder.chmod(ANYBODY)
    own = cache_folder.folder()
    own.mkdir(parents=True)
    planted = cache_folder.mark_of(MODULE)
    planted.write_text('{"../../../top/chosen/compiled": "0"}')
    for entry in warm_up.entries_of(MODULE):
        monkeypatch.setattr(entry, "compiled", None)
    with pytest.raises(RuntimeError, match=rf"others may write into the folder {own}; take that right from them\.$"):
        warm_up.take_over(
            {MODULE: 1.0},
            lambda report: warm_up.wait((warm_up.Compiler((MODULE,)),), {MODULE: 1.0}, report),
            lambda part: None,
        )
    assert planted.exists() and (chosen / "compiled").exists()
