"""Goals that share bones are solved together: set up from their settings, solved, written back, reported."""
