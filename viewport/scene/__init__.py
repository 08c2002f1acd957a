"""The scene to paint, as arrays and shapes: bones, handles, limits, the grid, and lines between related bones."""
