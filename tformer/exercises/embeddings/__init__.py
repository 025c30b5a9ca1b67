"""What is asked about looking up the vectors of words."""

ORDER = ("one_hot_lookup", "scaled_embedding")
