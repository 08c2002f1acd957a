"""Springs as kernels: bones that swing about their heads after all constraints have acted."""
