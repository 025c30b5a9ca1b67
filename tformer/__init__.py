"""tformer: the Transformer in small readable rooms, and the figures and exercises that open them.

A lesson is a window onto one module of this package. Importing the package does no work; import
the room you need: ``from tformer import attention, masks``.

Axes, in comments, in einops strings and in every docstring:

====  ===========================================
B     batch
H     attention heads
T     query positions (the length of a sequence)
S     key positions
D     width of a vector (``d_model``, ``d_head``)
V     vocabulary
====  ===========================================

Masks are boolean and True means "may attend", broadcastable to (B, H, T, S).
"""

from tformer._support.hidden import refuse_hidden

refuse_hidden()
__version__ = "1.0.0"
