"""What is asked about cutting words into tokens and looking up their vectors."""

ORDER = (
    *("scaled_embedding", "apply_merges", "ids_to_text"),
    *("tied_logits", "learn_merges", "one_hot_lookup", "mean_pool"),
)
