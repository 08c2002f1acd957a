"""Other people's glTF files."""
