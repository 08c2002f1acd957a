"""The panels of a window in their docks: where each stands in each layout, and what follows from the layout."""
