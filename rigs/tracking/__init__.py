"""Tracked points: where head, hands, hips and feet of somebody are, frame by frame, and how they fit a figure."""
