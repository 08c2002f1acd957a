"""Posing a figure by a few tracked points: head and hands, and hips and feet where there are such."""
