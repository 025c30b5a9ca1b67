"""What is asked about attention in several heads."""

ORDER = ("split_heads", "merge_heads", "multi_head_attention")
