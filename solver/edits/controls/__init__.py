"""Handles and poles: where they belong for the bones that they steer to be posed as they are wanted."""
