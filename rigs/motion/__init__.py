"""Motion of whole skeletons in arrays: frames of pose from matrices and back, recorded, and retargeted to other
rigs."""
