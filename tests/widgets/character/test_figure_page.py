"""The page of a figure is made section by section, and whole where it is needed at once."""

from __future__ import annotations

from pantin.widgets.character.figure_page import FigurePage, Pieces


def test_sections_are_made_one_after_the_other(qtbot) -> None:
    pieces = Pieces()
    made = []
    while pieces.make_next():
        made.append(sum(name in vars(pieces) for name in Pieces.__annotations__))
    assert made == [1, 2, 3, 4, 5, 6, 8, 9]  # the smallest two at once
    page = FigurePage(pieces)
    qtbot.addWidget(page)
    assert (page.expressions, page.figure) == (pieces.expressions, pieces.figure)


def test_a_page_makes_what_is_missing(qtbot) -> None:
    pieces = Pieces()
    pieces.make_next()
    first = pieces.expressions
    page = FigurePage(pieces)
    qtbot.addWidget(page)
    assert page.expressions is first and page.file.parent() is page
