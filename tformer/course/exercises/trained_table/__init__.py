"""What is asked of a table that was trained."""
