"""Turning the camera, without Qt: by mouse and touchpad, by the axes in the corner, and to views that are asked for."""
