"""What is asked about cutting words into tokens and looking up their vectors."""

ORDER = (
    *("learn_merges", "apply_merges", "ids_to_text"),
    *("one_hot_lookup", "scaled_embedding", "tied_logits"),
)
