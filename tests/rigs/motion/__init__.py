"""Motion and poses in arrays, retargeted from one figure to another."""
