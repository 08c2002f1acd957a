"""Tests of what reads and writes glTF."""
