"""Edits: pure functions from document to document, one module for what is done to one kind of thing."""
