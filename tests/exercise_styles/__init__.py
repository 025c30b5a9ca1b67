"""Right answers in other styles, one module a lesson, each with a dict ``STYLES``; the less usual
ones (online algorithms, sparse products, torch's own modules) stand in ``unusual_*``.

``STYLES[exercise name]`` is a list of at least three functions that all must pass: loops, einsum,
``torch.nn.functional``, whatever honours the signature. Test modules find them by themselves.
"""
