"""Motion of whole skeletons in arrays: from matrices of joints to frames of pose, and back."""
