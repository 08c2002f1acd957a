"""How kernels become machine code, where that is kept, and the tables that they work on.

The only folder that imports numba and llvmlite, and that knows whether kernels run interpreted or compiled.
"""
