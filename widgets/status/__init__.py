"""The state of the program: status bar with hints and messages, list of problems, history.

A problem is fixed by an edit that is sent out.
"""
