"""Tests of `app/keyboard`."""
