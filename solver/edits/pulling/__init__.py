"""Pulling the whole body: which bones take part, who gives way, and the pose that comes of it as an edit."""
