"""Tests of `app/window/panels`."""
