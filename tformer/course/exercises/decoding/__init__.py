"""What is asked about choosing the next token."""

ORDER = ("greedy_decode", "apply_temperature", "top_k_filter", "top_p_filter", "beam_search")
