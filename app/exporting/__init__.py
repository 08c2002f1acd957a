"""The sheets of what leaves for other programs: pictures of the figure, and its poses and clips."""
