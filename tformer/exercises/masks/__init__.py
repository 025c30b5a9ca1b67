"""What is asked about who may look at whom."""
