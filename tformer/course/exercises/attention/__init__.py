"""What is asked about scaled dot-product attention, before anything is masked."""

ORDER = ("attend_all", "cross_attention", "attend_one")
