"""What is asked about the size of a step."""
