"""What is asked about the size of a step."""

ORDER = ("noam_lr", "adamw_step")
