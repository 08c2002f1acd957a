"""The window and what is connected in it: menus, panels, the start page, the choice of a template."""
