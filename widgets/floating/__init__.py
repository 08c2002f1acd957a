"""Widgets over a picture: translucent panels, buttons that stand for actions, their menus, text with a casing."""
