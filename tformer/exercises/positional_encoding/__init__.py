"""What is asked about the waves that bring order in."""
