"""Painting with QPainter what lies over the figure: labels, gizmos, marked bones."""
