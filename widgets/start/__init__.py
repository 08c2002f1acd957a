"""The start page: sample figures, recent files, templates with their measures, recovery."""
