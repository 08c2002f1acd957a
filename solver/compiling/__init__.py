"""Compilation of kernels to machine code, its cache, and the tables that kernels work on.

The only folder that imports numba and llvmlite, and that knows whether kernels run interpreted or compiled.
"""
