"""What is asked about what the decoder sees while it learns."""
