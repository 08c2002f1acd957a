"""Pulling the whole body: which bones take part, which of them yield, and the pose that comes of it as an edit."""
