"""Small pictures of figures for cards: made one at a time while nothing else is done, and kept."""
