"""What is asked about measuring a translator."""

ORDER = ("perplexity", "perplexity_from_sums", "modified_precision", "brevity_penalty", "bleu")
