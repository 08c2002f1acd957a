"""Frames around other widgets: titles of docks, heads of panels, foldable sections, sheets and dialogs."""
