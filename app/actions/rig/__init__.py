"""Actions that build a rig: bones, whole bodies, limbs with handles and poles, constraints, joint limits,
collections.
"""
