"""The sheet of a picture, in the real window: what is chosen is previewed, written and copied as it is chosen."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.exporting.picture_export import PictureExport, PictureSettings
from pantin.viewport.paint import offscreen
from pantin.widgets.start.progress_bar import ProgressBar
from tests.app.person import Person

Qt = QtCore.Qt


@pytest.fixture
def export(person: Person) -> PictureExport:
    person.key(Qt.Key.Key_F12)
    [found] = person.window.findChildren(PictureExport)
    found.sheet.changed.emit(PictureSettings())
    assert found.sheet.isVisible()
    return found


def previewed(export: PictureExport, qtbot) -> QtGui.QImage:
    """The preview, when none is waited for any more."""
    qtbot.waitUntil(lambda: not (export._soon.isActive() or export.previewer.doing))
    return export.sheet.preview.picture.toImage()


def choose(export: PictureExport, field: str, value: object) -> None:
    export.sheet.form.committed.emit(field, value)


def test_a_colour_that_nothing_is_filled_with_looks_disabled_and_says_why(export: PictureExport) -> None:
    field = export.sheet.form.editors["colour"]
    assert not field.isEnabled() and "Choose one colour" in field.toolTip()
    dimmed = field.grab().toImage()
    choose(export, "ground", "one_colour")
    assert field.isEnabled() and "Choose one colour" not in field.toolTip()
    assert field.grab().toImage() != dimmed
    export.sheet.put_away()


def test_switches_say_what_they_do_now(export: PictureExport) -> None:
    shadow, controls = (export.sheet.form.editors[name] for name in ("shadow", "controls"))
    assert (shadow._words(), controls._words()) == ("Under the figure", "Bones, handles and poles stay out")
    choose(export, "controls", True)
    assert controls._words() == "Drawn too"
    export.sheet.put_away()


def test_the_preview_follows_what_is_chosen(export: PictureExport, qtbot) -> None:
    assert previewed(export, qtbot).pixelColor(2, 2).alpha() == 0
    choose(export, "ground", "one_colour")
    choose(export, "colour", "#102030")
    choose(export, "aspect", "1:1")
    shown = previewed(export, qtbot)
    assert shown.pixelColor(2, 2) == QtGui.QColor("#102030")
    assert shown.width() == shown.height() and export.sheet.preview.note == "1600 × 1600"
    assert export.sheet.form.editors["colour"].isEnabled()
    export.sheet.put_away()


def test_the_preview_goes_with_the_sheet(export: PictureExport, qtbot) -> None:
    """It is of the figure as it was, and takes a megabyte."""
    previewed(export, qtbot)
    export.sheet.put_away()
    assert export.sheet.preview.picture.isNull()
    export._show_preview(QtGui.QImage(4, 4, QtGui.QImage.Format.Format_RGB32), "4 × 4")
    assert export.sheet.preview.picture.isNull()


def painted_once(go: threading.Event, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Pictures beside the window wait for `go`. The list has an item for each that began."""
    paint, begun = offscreen.paint, []

    def wait(*given: object) -> QtGui.QImage:
        if threading.current_thread() is not threading.main_thread():
            begun.append(1)
            go.wait(60)
        return paint(*given)

    monkeypatch.setattr(offscreen, "paint", wait)
    return begun


def test_the_window_answers_while_the_preview_is_painted_and_the_newest_choice_comes_last(
    export: PictureExport, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    previewed(export, qtbot)
    go = threading.Event()
    begun = painted_once(go, monkeypatch)
    before = export.sheet.preview.note
    for aspect in ("1:1", "16:9"):
        choose(export, "aspect", aspect)
        qtbot.waitUntil(lambda: bool(begun))
    assert export.sheet.preview.note == before and export.previewer.doing
    go.set()
    shown = previewed(export, qtbot)
    assert export.sheet.preview.note == "1600 × 900" and shown.width() > shown.height() and len(begun) == 2
    export.sheet.put_away()


def test_what_is_exported_is_a_picture_of_that_size_without_the_tool(
    export: PictureExport, person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    person.session.select(("hand.L",), "hand.L")
    choose(export, "aspect", "free")
    choose(export, "width", 200)
    choose(export, "height", 260)
    out = tmp_path / "dancer.png"
    monkeypatch.setattr(QtWidgets.QFileDialog, "getSaveFileName", lambda *given: (str(out), ""))
    qtbot.keyClick(export.sheet, Qt.Key.Key_Return)
    qtbot.waitUntil(out.exists)
    qtbot.waitUntil(lambda: not QtGui.QImage(str(out)).isNull())
    image = QtGui.QImage(str(out))
    assert (image.width(), image.height()) == (200, 260) and not export.sheet.isVisible()
    assert image.pixelColor(0, 0).alpha() == 0
    seen = [image.pixelColor(x, y) for x in range(200) for y in range(260)]
    assert sum(colour.red() > colour.blue() + 25 and colour.alpha() == 255 for colour in seen) > 2000
    assert not any(colour.blue() > colour.red() + 40 and colour.alpha() > 99 for colour in seen), "nothing is marked"


def test_copying_puts_the_picture_on_the_clipboard(export: PictureExport, qtbot) -> None:
    choose(export, "aspect", "free")
    choose(export, "width", 64)
    choose(export, "height", 48)
    QtGui.QGuiApplication.clipboard().clear()
    export.sheet.copy.click()
    assert not export.sheet.isVisible()
    qtbot.waitUntil(lambda: QtGui.QGuiApplication.clipboard().image().size() == QtCore.QSize(64, 48))


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_picture_is_painted_while_the_window_answers_and_can_be_cancelled(
    export: PictureExport, person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot, cancelled: bool
) -> None:
    go, out = threading.Event(), tmp_path / "dancer.png"
    painted_once(go, monkeypatch)
    monkeypatch.setattr(QtWidgets.QFileDialog, "getSaveFileName", lambda *given: (str(out), ""))
    export._soon.stop()
    export.sheet.export.click()
    bars = person.window.findChildren(ProgressBar)
    qtbot.waitUntil(lambda: [bar.label.text() for bar in bars if not bar.isHidden()] == ["Painting dancer.png…"])
    if cancelled:
        next(bar for bar in bars if not bar.isHidden()).cancel_button.click()
    go.set()
    qtbot.waitUntil(lambda: not person.window.files.jobs.painter.busy)
    if not cancelled:
        qtbot.waitUntil(out.exists)
    qtbot.waitUntil(lambda: all(bar.isHidden() for bar in bars))
    person.window.files.keep_everything()
    assert out.exists() is not cancelled


def test_escape_leaves_without_a_picture(export: PictureExport, person: Person, qtbot) -> None:
    qtbot.keyClick(export.sheet, Qt.Key.Key_Escape)
    assert not export.sheet.isVisible() and not person.window.view.dragging
