"""The solvers, a module each, with the choice between them, poles, stretch and what yields out of reach."""
