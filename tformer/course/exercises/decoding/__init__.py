"""What is asked about choosing the next token."""

ORDER = ("greedy_decode", "beam_search", "penalised_beam_search", "apply_temperature",
         "top_k_filter", "top_p_filter")  # fmt: skip
