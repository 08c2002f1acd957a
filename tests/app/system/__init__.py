"""Tests of `app/system`."""
