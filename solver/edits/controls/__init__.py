"""Handles and poles: where they belong for the bones that they steer to stand as they are wanted."""
