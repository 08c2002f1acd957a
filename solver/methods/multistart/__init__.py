"""Answers sought from many poses, where the one to which a continuation leads is not the nearest or misses the goal."""
