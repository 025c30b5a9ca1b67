"""What is asked about looking up the vectors of words."""
