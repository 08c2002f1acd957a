"""Tests of `widgets/controls/frames`."""
