"""Weights of meshes that have none: how far each bone is through the inside of a mesh, and what follows from that."""
