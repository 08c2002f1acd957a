"""Tests of `app/start`."""
