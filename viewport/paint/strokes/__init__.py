"""Which lines a picture has, as arrays, for either painter."""
