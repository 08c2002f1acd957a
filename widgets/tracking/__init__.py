"""The panel of trackers: where live motion comes from, and which point is on which part of the body."""
