"""What is asked about measuring a translator."""

ORDER = ("modified_precision", "bleu", "perplexity_from_sums", "perplexity", "brevity_penalty")
