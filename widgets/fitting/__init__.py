"""The map of a body: a picture with a dot for each part beside a table of the bones that were taken for them."""
