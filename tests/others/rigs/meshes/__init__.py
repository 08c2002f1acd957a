"""Tests with files that other people made; see `tests/others/samples.py`."""
