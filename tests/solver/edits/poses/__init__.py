"""Tests of poses as one sees them: mixed, of clips, hands and simulations."""
