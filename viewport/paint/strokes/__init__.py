"""The plain lines of a picture as arrays, for either painter."""
