"""The functions that Python calls: the compiled entry points, each with all kernels below it."""
