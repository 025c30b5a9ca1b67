"""What is asked about probes."""

ORDER = ("leak_table",)
