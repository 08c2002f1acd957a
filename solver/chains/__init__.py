"""What one solve works on: the bones that turn, the goals they turn for, and how far these are from being met."""
