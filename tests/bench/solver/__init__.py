"""Measures how a rig is posed: how surely and smoothly goals are reached, at what cost, and beside other programs."""
