"""The needs of Pantin on a machine: system packages, a screen, and an OpenGL surface."""
