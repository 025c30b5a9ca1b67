"""What is asked about the layers around attention."""

ORDER = ("feed_forward", "residual_post_norm", "layer_norm", "residual_pre_norm")
