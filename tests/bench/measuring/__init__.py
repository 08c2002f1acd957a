"""What the benches stand on: rows and their table, processes of their own, a window to drive, chains, Blender."""
