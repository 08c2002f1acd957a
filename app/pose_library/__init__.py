"""The library of poses: those of the document and of folders, with their pictures, on the shelf and onto the figure."""
