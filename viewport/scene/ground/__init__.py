"""What the figure stands on: the grid of the floor, the ground of the rig, and rings around planted feet."""
