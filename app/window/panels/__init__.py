"""The panels beside the figure: they are made, connected to the session, and brought up to date with what it shows."""
