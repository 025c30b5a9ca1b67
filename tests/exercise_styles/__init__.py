"""Right answers in other styles, one module a lesson, each with a dict ``STYLES``.

``STYLES[exercise name]`` is a list of at least three functions that all must pass: loops, einsum,
``torch.nn.functional``, whatever honours the signature. Test modules find them by themselves.
"""
