"""The ground under the figure: the grid of the floor, the ground of the scene, and rings around planted feet."""
