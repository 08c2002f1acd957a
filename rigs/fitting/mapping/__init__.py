"""Which bone was taken for which part of a body, how sure that is, and why: what a person looks at and corrects."""
