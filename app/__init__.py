"""The only place where things change: the session, the worker that evaluates, files, actions, the window."""
