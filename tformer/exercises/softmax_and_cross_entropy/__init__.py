"""What is asked about softmax and the cross entropy."""
