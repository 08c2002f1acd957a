"""Tests of what the system must bring: found by loading it, named by package, and never in the way where it cannot be
had.
"""

from __future__ import annotations

import pytest

from pantin.app.system import screen, system_packages


def test_a_library_that_is_missing_is_named_by_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(system_packages, "LIBRARIES", {"libc.so.6": "libc6", "libnowhere.so.0": "libnowhere0"})
    assert system_packages.missing_libraries() == ["libnowhere0"]
    assert screen.missing() == (
        "Pantin needs system packages that are missing here; install them with: apt-get install libnowhere0"
    )


def test_set_up_goes_on_where_packages_cannot_be_installed(monkeypatch, capsys) -> None:
    monkeypatch.setattr(system_packages, "_missing", lambda: ["libnowhere0"])
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert system_packages.main() == 0
    assert capsys.readouterr().out == system_packages.sentence(["libnowhere0"]) + "\n"


def test_nobody_is_asked_for_a_password(monkeypatch) -> None:
    ran = []
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr(system_packages, "_run", lambda command: ran.append(command) or 1)
    assert not system_packages._install(["libnowhere0"])
    assert ran == [["sudo", "-n", "true"]]


def test_a_python_that_is_too_old_is_told_so(monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.version_info", (3, 9, 2))
    assert system_packages.main() == 1
    assert "Pantin needs Python 3.11, 3.12 or 3.13" in capsys.readouterr().out


def test_a_display_that_does_not_answer_is_no_screen(monkeypatch) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":4711")
    assert screen.absent()
    monkeypatch.delenv("DISPLAY")
    assert screen.absent()
