"""Parts that the tools share: events, what a drag holds, the axes it follows, typed numbers, snapping, its overlay."""
