"""Tests of `viewport`."""
