"""What is asked about the two stacks: their layers, and the way through them."""

ORDER = ("encoder_layer", "encode", "decoder_layer", "decode")
