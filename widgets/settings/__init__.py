"""The settings dialog and the table of keys in it."""
