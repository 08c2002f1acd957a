"""The strip of time under the view: what is played, which frame is shown, and where a clip is trimmed."""
