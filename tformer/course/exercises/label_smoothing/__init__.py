"""What is asked about smoothed targets."""
