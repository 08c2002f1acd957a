"""Tests of handles and poles brought to where they belong."""
