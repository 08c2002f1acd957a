"""Tests of `viewport/tools`."""
