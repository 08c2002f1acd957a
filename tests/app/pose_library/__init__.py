"""The library of poses in the window, and the poses that come with Pantin."""
