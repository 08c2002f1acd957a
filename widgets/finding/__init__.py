"""Finding actions: the command palette, and the sheet of all keys.

Both are overlays of the window and are given their entries by `app/`.
"""
