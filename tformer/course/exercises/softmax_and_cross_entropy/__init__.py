"""What is asked about softmax and the cross entropy."""

ORDER = ("softmax", "cross_entropy_masked", "cross_entropy")
