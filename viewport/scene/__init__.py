"""What there is to see, as arrays and shapes: bones, handles, limits, the grid, and lines between what is related."""
