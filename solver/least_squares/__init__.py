"""Damped least squares over a whole chain: one step, Levenberg-Marquardt, DLS and SDLS."""
