"""Posing a whole body: one least-squares solve over all bones between what is pulled, what is pinned, and the hips.

The kernels here turn bones that `edits.pulling` has laid out as tables; nothing here knows names or documents.
"""
