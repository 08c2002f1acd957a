"""Meshes of characters as their files have them: parts, skins, morph targets, materials, pictures; numpy alone."""
