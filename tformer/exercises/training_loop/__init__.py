"""What is asked about one update of the training loop."""
