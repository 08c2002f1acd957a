"""Tests of `app/exporting`."""
