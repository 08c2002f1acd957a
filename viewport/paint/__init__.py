"""Painting a scene: on the screen by OpenGL, without a window, or without OpenGL at all."""
