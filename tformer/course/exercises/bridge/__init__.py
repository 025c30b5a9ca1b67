"""What is asked of the mathematics that the course begins with."""
