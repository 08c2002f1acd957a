"""Widgets over the figure: tools, options, the buttons of the view, and its name.

It is made of ordinary widgets, which trigger actions of the program. Which stand where is decided here.
"""
