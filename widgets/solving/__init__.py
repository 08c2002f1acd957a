"""Panels of solving: the choice of solvers, two of them compared, and plots of residuals and times.

Reports come from the session; nothing is solved here.
"""
