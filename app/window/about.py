"""The two pages of the Help menu."""

from __future__ import annotations

from html import escape

from PySide6 import QtCore, QtWidgets

from pantin.app.keyboard.key_tables import Table, tables
from pantin.widgets.theme.appearance import appearance

ABOUT = """<h2>Pantin</h2><p>Rigs and poses, by the strings.</p>
<p>A <i>pantin</i> is a jointed puppet moved by strings.</p>
<p>Apache License 2.0. Made with Qt for Python (LGPL), pyqtgraph, numpy, numba and msgspec.</p>"""


def show_about(parent: QtWidgets.QWidget) -> None:
    """What Pantin is, and what it is made with."""
    box = QtWidgets.QMessageBox(parent)
    box.setWindowTitle("About Pantin")
    box.setText(ABOUT)
    box.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def show_keys(parent: QtWidgets.QWidget) -> None:
    """Everything that keys and mouse do. Stays open beside the work until it is closed."""
    page = QtWidgets.QDialog(parent)
    page.setWindowTitle("Keys and mouse")
    page.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
    text = QtWidgets.QTextBrowser()
    text.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
    text.setHtml("".join(map(_html, tables())))
    QtWidgets.QVBoxLayout(page).addWidget(text)
    page.resize(520, 720)
    page.show()


def _html(table: Table) -> str:
    title, rows = table
    dim = appearance().theme.t2
    lines = (
        f"<tr><td width=190 style='color:{dim}'>{escape(' · '.join(keys))}</td><td>{escape(text)}</td></tr>"
        for keys, text in rows
    )
    return f"<h4>{escape(title)}</h4><table cellpadding=2>{''.join(lines)}</table>"
