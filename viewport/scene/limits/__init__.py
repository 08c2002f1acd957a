"""Joint limits over the figure: what they allow, where the joint stands in them, and the grips at their ends."""
