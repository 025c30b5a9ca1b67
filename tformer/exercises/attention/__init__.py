"""What is asked about scaled dot-product attention."""
