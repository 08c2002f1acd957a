"""Motion and poses in arrays, brought from one figure to another."""
