"""What is asked about today's decoder-only block, part by part, and about its batches."""

ORDER = ("next_token_batch", "rms_norm", "swiglu", "rotary", "grouped_query_attention")
