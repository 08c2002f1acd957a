"""How the program begins: the command line, the window, or the same job without a screen."""
