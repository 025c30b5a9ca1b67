"""What is asked about who may look at whom."""

ORDER = ("padding_mask", "decoder_mask", "attention", "causal_mask", "additive_mask")
