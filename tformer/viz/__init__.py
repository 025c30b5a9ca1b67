"""Figures that answer at once. They take plain numbers and token strings, never a model."""

from tformer.viz.curve import LossCurve, loss_curve
from tformer.viz.explorer import Explorer, attention_map, explore
from tformer.viz.figure import Figure, mode, show
from tformer.viz.live import Live, live
from tformer.viz.prediction import Prediction, predict
from tformer.viz.style import BLUE, GREEN, GREY, INK, ORANGE, PALE, PURPLE, RED, SKY, subplots

__all__ = [
    "BLUE",
    "GREEN",
    "GREY",
    "INK",
    "ORANGE",
    "PALE",
    "PURPLE",
    "RED",
    "SKY",
    "Explorer",
    "Figure",
    "Live",
    "LossCurve",
    "Prediction",
    "attention_map",
    "explore",
    "live",
    "loss_curve",
    "mode",
    "predict",
    "show",
    "subplots",
]
