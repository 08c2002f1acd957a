"""Tests of `app/session`."""
