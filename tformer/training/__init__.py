"""All that learning needs around a model: the loop, and what keeps a run safe and repeatable.

Read `loop` first: it is what every recipe runs. `run` is its surroundings (devices, signals,
files), `recipes` goes from a JSON file to a trained model, `jobs` says what there is to train.
"""

from .loop import Recipe, evaluate, refuse_a_leak, summed_loss, train

__all__ = ["Recipe", "evaluate", "refuse_a_leak", "summed_loss", "train"]
