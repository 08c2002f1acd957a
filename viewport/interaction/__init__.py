"""Between events and tools: what lies under the pointer, clicks and drags, what keys do meanwhile, cursor and hints."""
