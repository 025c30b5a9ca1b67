"""What is asked of the numbers that a model begins with."""
