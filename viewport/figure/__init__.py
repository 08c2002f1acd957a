"""The wooden body that is generated from the bones of a rig."""
