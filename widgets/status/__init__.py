"""What is told: hints and news in the status bar, problems, history."""
