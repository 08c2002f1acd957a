"""The shelf of poses under the figure: cards to click, to drag across and to put in order."""
