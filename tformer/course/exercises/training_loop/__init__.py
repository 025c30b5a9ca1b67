"""What is asked about one update of the training loop."""

ORDER = ("clip_by_global_norm", "training_step", "scale_micro_batch_losses")
