"""Tests of `app/files`."""
