"""Fields that name bones and constraints: typed, chosen from a list that is searched, or picked in the view."""
