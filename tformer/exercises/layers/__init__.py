"""What is asked about the layers around attention."""
