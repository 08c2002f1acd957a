"""Turning the camera: by mouse, by the axes in the corner, gliding from one view to the next."""
