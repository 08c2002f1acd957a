"""The start of the program: the command line, the window, or the same job without a screen."""
