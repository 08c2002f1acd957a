"""What lies over a picture: labels, panels, buttons."""
