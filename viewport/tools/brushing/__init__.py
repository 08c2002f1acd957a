"""The brush of weights: what is drawn of it."""
