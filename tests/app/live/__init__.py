"""Tests of `app/live`."""
