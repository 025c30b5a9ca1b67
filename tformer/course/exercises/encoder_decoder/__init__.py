"""What is asked about the two stacks: their layers, and the encoder whole."""

ORDER = ("encoder_layer", "encode", "decoder_layer")
