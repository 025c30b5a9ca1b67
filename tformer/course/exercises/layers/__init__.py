"""What is asked about the layers around attention."""

ORDER = ("feed_forward", "layer_norm", "residual_pre_norm", "residual_post_norm")
