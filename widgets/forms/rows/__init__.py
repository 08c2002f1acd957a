"""Rows of a form: an editor with a label before it, facts, and the limits of a joint."""
