"""Tests of bones posed by hand: moved, rotated, scaled, and hung on each other."""
