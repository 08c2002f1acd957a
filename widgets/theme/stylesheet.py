"""The style sheet of Qt's own widgets: menus, tooltips, line edits, buttons, scroll bars, dialogs.

`$names` are tokens of the theme. Everything else in the panels paints itself.
"""

STYLESHEET = """
QToolTip { background: $card; color: $t1; border: 1px solid $key_edge; padding: 1px 3px; }
QMainWindow { background: $edge; }
QStatusBar { background: $panel; border-top: 1px solid $edge; }
QStatusBar::item { border: none; }
QMainWindow::separator { background: $edge; width: 1px; height: 1px; }

QTabBar { background: $panel; qproperty-drawBase: 0; }
QTabBar::tab { background: $panel; color: $t2; border: none; padding: 0 12px; height: 30px; }
QTabBar::tab:hover { background: $field; color: $t1; }
QTabBar::tab:selected { background: $panel; color: $t1; border-bottom: 2px solid $acc; font-weight: 500; }

QMenuBar { background: $panel; color: $t2; spacing: 0; padding: 0; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $field; color: $t1; }

QMenu { background: $panel; color: $t1; border: 1px solid $key_edge; border-radius: 8px; padding: 4px;
    menu-scrollable: 1; }
QMenu::item { padding: 4px 24px 4px 8px; border-radius: 4px; min-height: 16px; }
QMenu::item:selected { background: $acc_bg; color: $t1; }
QMenu::item:disabled { color: $off; }
QMenu QLabel[heading="true"] { color: $t2; font-weight: 500; padding: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }

QLineEdit {
  background: $field; color: $t1; border: none; border-radius: 4px; padding: 0 8px; min-height: 24px;
  selection-background-color: $acc; selection-color: $on_acc;
}
QLineEdit:hover { background: $field_hover; placeholder-text-color: $t2; }
QLineEdit:disabled { background: $field; color: $off; }
QLineEdit[tall="true"] { min-height: 32px; }
QLineEdit[inside="true"], QLineEdit[inside="true"]:hover { background: transparent; padding: 0; min-height: 0; }
QLineEdit[renaming="true"] { background: $card; border: 1px solid $acc; padding: 0 3px; min-height: 20px; }
QLineEdit[renaming="true"][rejected="true"] { border: 1px solid $miss; }

QPushButton {
  background: $field; color: $t1; border: 2px solid transparent; border-radius: 5px; padding: 0 8px; min-height: 20px;
}
QPushButton:hover { background: $field_hover; }
QPushButton:pressed { background: $track; }
QPushButton:focus { border-color: $acc; }
QPushButton:default { background: $acc; color: $on_acc; font-weight: 600; }
QPushButton:default:hover { background: $acc_t; }
QPushButton:default:focus { border-color: $t1; }
QPushButton:disabled { color: $off; }

QScrollBar:vertical { background: transparent; width: 8px; margin: 0; }
QScrollBar::handle:vertical { background: $field_hover; border-radius: 3px; min-height: 24px; margin: 1px; }
QScrollBar::handle:vertical:hover { background: $off; }
QScrollBar:horizontal { background: transparent; height: 8px; margin: 0; }
QScrollBar::handle:horizontal { background: $field_hover; border-radius: 3px; min-width: 24px; margin: 1px; }
QScrollBar::handle:horizontal:hover { background: $off; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {
  background: none; border: none; width: 0; height: 0;
}

QListView { background: $panel; color: $t1; border: none; outline: none; }
QComboBox QAbstractItemView {
  background: $panel; color: $t1; border: 1px solid $key_edge; outline: none; padding: 4px;
}
QComboBox QAbstractItemView::item { min-height: 24px; padding: 0 4px; border-radius: 4px; }
QComboBox QAbstractItemView::item:selected, QComboBox QAbstractItemView::item:hover {
  background: $acc_bg; color: $t1;
}

QScrollArea, QTreeView { background: $panel; border: none; outline: none; }
QProgressBar { background: $track; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: $acc; border-radius: 3px; }
QDialog, QMessageBox { background: $panel; }
"""
