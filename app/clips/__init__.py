"""The clips of the open document: played, scrubbed, recorded, imported, and shown in the strip."""
