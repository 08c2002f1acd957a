"""The clips of the open document: played, scrubbed, recorded, brought from files, and shown in the strip."""
