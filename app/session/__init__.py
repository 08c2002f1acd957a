"""The open document and everything that is shown of it: history, the worker that evaluates, modes, docks, settings."""
