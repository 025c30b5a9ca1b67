"""What is asked about the cache: how it grows, and what a beam does with it."""

ORDER = ("attend_with_cache", "greedy_with_cache", "reorder_cache")
