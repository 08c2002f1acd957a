"""What there is to see, as arrays and shapes: bones, handles, strings, limits, relations, the grid."""
