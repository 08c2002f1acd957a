"""Tests of `app/opening`."""
