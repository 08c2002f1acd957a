"""Keys of actions, as people chose them, and the tables of keys for the key sheet and the README."""
