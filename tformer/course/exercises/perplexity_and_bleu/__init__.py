"""What is asked about measuring a translator."""

ORDER = ("perplexity_from_sums", "modified_precision", "bleu", "perplexity", "brevity_penalty")
