"""What is asked about the chain of next-word guesses."""
