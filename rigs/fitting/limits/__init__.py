"""Joint limits of a body: of people, animals and hands, counted from how each rests."""
