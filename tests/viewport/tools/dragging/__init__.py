"""Tests of `viewport/tools/dragging`."""
