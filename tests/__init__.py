"""Tests of Pantin, folder by folder as the program has them."""
