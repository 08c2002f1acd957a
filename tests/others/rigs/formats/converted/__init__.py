"""Other people's files that become glTF."""
