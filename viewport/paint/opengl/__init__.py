"""Painting with OpenGL: floor, figure, bones and lines."""
