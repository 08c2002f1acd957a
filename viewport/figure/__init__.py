"""The wooden body that is grown from the bones of a rig."""
