"""Values that the whole viewport shares: camera, colours, lengths, overlay, and what stage and viewport exchange."""
