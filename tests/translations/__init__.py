"""Messages: that they are whole and collected, and that nothing is shown which is none."""
