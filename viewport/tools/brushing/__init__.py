"""The brush of weights: what is drawn of it, and how it is changed."""
