"""Data: tasks that generate themselves, real corpora, and the batches that a model is fed."""
