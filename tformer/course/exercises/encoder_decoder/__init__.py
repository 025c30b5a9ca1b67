"""What is asked about the two stacks, from one layer to the logits."""

ORDER = ("encoder_layer", "encode", "decoder_layer", "decode")
