"""Tests of `viewport/paint`."""
