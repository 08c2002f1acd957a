"""The problem of one solve: the bones that turn, the goals they turn for, and the residuals of these."""
