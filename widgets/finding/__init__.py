"""Finding what can be done: the palette and the key sheet."""
