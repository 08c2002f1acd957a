"""Tests of `rigs/problems`."""
