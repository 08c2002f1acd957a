"""Somebody does anything at all in the window: `PANTIN_MINUTES=10 python -m tests.app.random_use`."""
