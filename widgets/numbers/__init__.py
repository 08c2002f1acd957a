"""Fields for numbers: scrubbing, typing, stepping, locking."""
