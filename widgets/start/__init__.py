"""The start page: samples, templates with their measures, recent files, and recovery after a crash.

Everything that is chosen goes out as a signal.
"""
