"""Tests of `app/actions/pose`."""
