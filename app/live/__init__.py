"""Motion that other programs send, as it happens, and the posed figure for others: VMC over OSC."""
