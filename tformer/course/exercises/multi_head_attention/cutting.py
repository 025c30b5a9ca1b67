"""Ways, right and wrong, to cut features into heads and to join them again."""


def split(x, heads, how="blocks"):
    """(batch, len, d_model) to (batch, heads, len, d_head) in right and wrong ways."""
    batch, length, width = x.shape
    size = width // heads
    return {
        "blocks": lambda: x.reshape(batch, length, heads, size).transpose(1, 2),
        "view": lambda: x.reshape(batch, heads, length, size),
        "interleaved": lambda: x.reshape(batch, length, size, heads).permute(0, 3, 1, 2),
        "not moved": lambda: x.reshape(batch, length, heads, size),
        "one head": lambda: x[:, None],
    }[how]()


def merge(y, length, how="blocks"):
    """(batch, heads, len, d_head) to (batch, len, d_model) in right and wrong ways."""
    batch = y.shape[0]
    return {
        "blocks": lambda: y.transpose(1, 2).reshape(batch, length, -1),
        "view": lambda: y.reshape(batch, length, -1),
        "reversed": lambda: y.flip(1).transpose(1, 2).reshape(batch, length, -1),
        "mean": lambda: y.mean(1).repeat(1, 1, y.shape[1]),
    }[how]()
