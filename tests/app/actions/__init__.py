"""Tests of `app/actions`."""
