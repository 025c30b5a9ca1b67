"""What is asked about choosing the next token."""
