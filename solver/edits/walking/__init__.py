"""Over the ground: figures put on it, and clips: when feet stand, where they are, and legs bent to them."""
