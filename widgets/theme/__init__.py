"""Colours, fonts, icons and style."""
