"""Simulation: joints have speeds, and follow handles that move, step by step through time.

After iTaSC (de Laet et al., 2012): every goal is an equation for the speeds of the joints. The kernels here move the
joints of a group through one frame; nothing here knows names or documents.
"""
