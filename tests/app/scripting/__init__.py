"""Scripts: what they use as `pantin.NAME`."""
