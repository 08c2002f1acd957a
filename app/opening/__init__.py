"""The sheet of what comes: characters that are opened or added, and how they stand."""
