"""Between events and tools: what is pointed at, whether it clicks or drags, what keys do meanwhile, the hints."""
