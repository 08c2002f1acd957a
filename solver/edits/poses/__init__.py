"""Whole poses as one sees them, put on a figure with its handles and poles: from the library, clips, simulations."""
