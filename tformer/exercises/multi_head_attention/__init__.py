"""What is asked about attention in several heads."""
