"""Tests of `app/window`."""
