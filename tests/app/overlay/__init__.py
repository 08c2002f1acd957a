"""Tests of `app/overlay`."""
