"""What the names of bones say of the body: one table of the names of all schools, for everyone who asks.

Fitting a person, the kinds of limbs and the wooden figure ask here which part of the body a bone is, and on which side.
"""
