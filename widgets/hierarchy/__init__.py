"""The tree of bones and collections."""
