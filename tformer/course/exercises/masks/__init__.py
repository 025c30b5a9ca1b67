"""What is asked about who may look at whom."""

ORDER = ("causal_mask", "padding_mask", "decoder_mask", "additive_mask", "attention")
