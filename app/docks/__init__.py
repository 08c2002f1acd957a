"""The panels of a window in their docks: where each is in each layout, and what follows from the layout."""
