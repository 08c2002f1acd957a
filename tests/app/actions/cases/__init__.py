"""What is true after each action and was not before, by the rooms of the actions."""
