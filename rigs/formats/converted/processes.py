"""What the processes of foreign readers share."""

from __future__ import annotations


def limit_memory(most: int) -> None:
    """Take no more memory than so many bytes, where the system can say so."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (ImportError, ValueError, OSError):
        pass
