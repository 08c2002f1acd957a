"""Pages between header and status bar: the figure, the start page, or the choice of a template."""
