"""Pictures of poses are made one after the other, and few are held."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6 import QtGui

from pantin.app.pose_library import pose_pictures
from pantin.app.pose_library.pose_pictures import PosePictures
from pantin.rigs import Transform
from pantin.rigs.pose import KeptPose
from tests.app.person import Person

NODDED, SHAKEN = ({"head": Transform(rotation=turned)} for turned in ((0.0, 0.28, 0.0, 0.96), (0.28, 0.0, 0.0, 0.96)))


@pytest.fixture
def pictures(person: Person) -> Iterator[PosePictures]:
    """Pictures of the figure in the window."""
    person.window.pose_library.pictures.want(())
    made = PosePictures(person.session, person.window)
    yield made
    made.deleteLater()


def test_no_more_pictures_are_held_than_of_one_library(pictures: PosePictures, monkeypatch) -> None:
    """The last that were looked at; all others lie on disk."""
    monkeypatch.setattr(pose_pictures, "MOST_IN_MEMORY", 3)
    for name in "abcde":
        pictures._remember(name, QtGui.QImage(4, 4, QtGui.QImage.Format.Format_RGB32))
    assert list(pictures._kept) == ["c", "d", "e"]


def test_pictures_of_a_figure_go_with_its_document(pictures: PosePictures, person: Person) -> None:
    pictures._remember("a", QtGui.QImage(4, 4, QtGui.QImage.Format.Format_RGB32))
    person.open_sample("arm")
    assert not pictures._kept


def test_a_picture_that_cannot_be_made_keeps_no_other_waiting(pictures: PosePictures, qtbot, monkeypatch) -> None:
    made: list[str] = []
    real = pose_pictures._posed

    def fails_once(figure, pose, characters):
        monkeypatch.setattr(pose_pictures, "_posed", real)
        raise ArithmeticError("no such figure")

    monkeypatch.setattr(pose_pictures, "_posed", fails_once)
    monkeypatch.setattr(pictures, "_found", lambda name: False)
    pictures.rest.setInterval(0)
    pictures.made.connect(lambda key, picture: made.append(key))
    with qtbot.captureExceptions() as told:
        pictures.want([("fails", KeptPose("fails", NODDED)), ("comes", KeptPose("comes", SHAKEN))])
        qtbot.waitUntil(lambda: made == ["comes"])
    assert len(told) == 1
