"""Tests of `app/docks`."""
