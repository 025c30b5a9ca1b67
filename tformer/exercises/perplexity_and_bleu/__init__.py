"""What is asked about measuring a translator."""
