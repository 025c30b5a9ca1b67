"""What is asked about what attention costs, and how it is made cheaper."""

ORDER = ("window_mask", "online_softmax_attention")
