"""Measures what is waited for in the window: its start, the first pull, drags, paint, large rigs and live motion."""
