"""A first, tiny exercise."""
