"""What is asked about the size of a step."""

ORDER = ("adamw_step", "noam_lr")
