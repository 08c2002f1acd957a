"""Tests of `app/clips`."""
