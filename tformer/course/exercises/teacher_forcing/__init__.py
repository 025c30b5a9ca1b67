"""What is asked about what the decoder sees while it learns, and what it answers in one call."""

ORDER = ("shift_right", "decode")
