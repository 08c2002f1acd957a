"""The map from bones to parts of a body, with the confidence and the reason of each: a person looks at it and corrects
it.
"""
