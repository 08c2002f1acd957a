"""How kernels become machine code, and where that is kept. The only folder that knows numba's inner parts."""
