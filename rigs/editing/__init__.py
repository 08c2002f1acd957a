"""Edits: pure functions from document to document, one module for each part of the document.

Edits of the rest pose are in `building`, mirror images and mirrored editing in `mirroring`, whole poses in `poses`,
hands in `hands`.
"""
