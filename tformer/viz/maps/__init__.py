"""Attention maps and the words around them, and the explorer that walks through them."""
