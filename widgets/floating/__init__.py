"""Widgets over a picture: translucent panels, buttons that trigger actions, their menus, text with a casing."""
