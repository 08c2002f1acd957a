"""Hands posed by what they do, and drawn as they would be in a preset."""
