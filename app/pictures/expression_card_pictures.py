"""The pictures of expressions for the cards of the properties: those that are seen first, and only they of many."""

from __future__ import annotations

from PySide6 import QtCore

from pantin.app.pictures.expression_picture import ExpressionPicture
from pantin.app.pictures.figure_pictures import FigurePictures
from pantin.app.session.session import Session
from pantin.widgets.properties.properties import Properties


class ExpressionCardPictures(QtCore.QObject):
    """Has the pictures made that the cards of one window lack."""

    def __init__(self, session: Session, pictures: FigurePictures, properties: Properties) -> None:
        super().__init__(properties)
        self._pictures, self._properties = pictures, properties
        properties.expression_pictures_wanted.connect(self._want)
        session.characters_changed.connect(properties.forget_expression_pictures)

    def _want(self) -> None:
        names = self._properties.expressions_without_picture
        self._pictures.want(
            [(name, ExpressionPicture(name)) for name in names], self._properties.show_expression_picture
        )
