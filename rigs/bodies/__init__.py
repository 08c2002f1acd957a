"""The skeleton of a body is placed inside its mesh, from a few points."""
