"""A trained translator: sentences in, sentences out, what it copies, and what it is not sure of."""

from .translator import Look, Translator

__all__ = ["Look", "Translator"]
