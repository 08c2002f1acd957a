"""Kinds by which a bone follows others: carried by them, aimed at them, stretched to them, kept on one side of them."""
