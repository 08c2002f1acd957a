"""Tests of `viewport/interaction`."""
