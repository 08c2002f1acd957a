"""What Pantin needs of the machine: system packages, a screen, and an OpenGL surface."""
