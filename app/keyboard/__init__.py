"""Which keys do what, as people chose it, and the tables of keys for the key sheet and the README."""
