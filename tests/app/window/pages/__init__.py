"""Tests of `app/window/pages`."""
