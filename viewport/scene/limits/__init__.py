"""Joint limits over the figure: what they allow, where the joint is in them, and the grips at their ends."""
