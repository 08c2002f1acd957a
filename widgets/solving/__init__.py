"""The panels of the solver: goals, plots, a second solver to compare with, why a goal is not reached."""
