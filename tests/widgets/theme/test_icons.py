"""Icons are drawn once for each colour and size, and those that were not seen for long are let go."""

from __future__ import annotations

from pantin.widgets.theme import icons, theme


def test_an_icon_is_drawn_once_and_of_many_colours_a_bounded_number_is_kept(qapp) -> None:
    first = icons.pixmap("close", "#010203").cacheKey()
    assert icons.pixmap("close", "#010203").cacheKey() == first
    for number in range(icons.MOST):
        icons.pixmap("close", f"#{number:06x}", 4)
    assert icons.pixmap.cache_info().currsize <= icons.MOST
    assert icons.pixmap("close", "#010203").cacheKey() != first


def test_icons_are_drawn_as_fine_as_the_finest_screen_shows_them(qapp, monkeypatch) -> None:
    coarse = icons.icon("close", theme.DARK)
    assert {size.width() for size in coarse.availableSizes()} == {icons.SIZE}
    monkeypatch.setattr(icons.QGuiApplication, "screens", lambda: [Fine()])
    fine = icons.icon("close", theme.DARK)
    assert {size.width() for size in fine.availableSizes()} == {icons.SIZE, 2 * icons.SIZE}


class Fine:
    """A screen of two device pixels each."""

    def devicePixelRatio(self) -> float:
        return 2.0
