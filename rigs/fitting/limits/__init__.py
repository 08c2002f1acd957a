"""How far the joints of a body may turn: of people, animals and hands, counted from how each rests."""
