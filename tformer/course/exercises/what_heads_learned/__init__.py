"""What is asked about the maps of trained heads, and what they say of the whole stack."""

ORDER = ("ablate_head", "attention_rollout")
