"""Figures that answer at once. They take plain numbers and token strings, never a model."""

from tformer._support.words import whole_words
from tformer.viz.common.figure import Figure, mode, show
from tformer.viz.common.style import (
    BLUE,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PALE,
    PURPLE,
    RED,
    SKY,
    subplots,
)
from tformer.viz.layer import draw_layer, draw_transformer, mute
from tformer.viz.maps.doubted_words import pieces, unread
from tformer.viz.maps.explorer import Explorer, attention_map, explore
from tformer.viz.maps.grid import token_grid
from tformer.viz.maps.look_page import cross_maps, look_page
from tformer.viz.maps.maps import tidiest
from tformer.viz.prediction import Prediction, predict
from tformer.viz.sliders.curve import LossCurve, loss_curve
from tformer.viz.sliders.live import Live, live

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
    "cross_maps",
    "draw_layer",
    "draw_transformer",
    "explore",
    "live",
    "look_page",
    "loss_curve",
    "mode",
    "mute",
    "pieces",
    "predict",
    "show",
    "subplots",
    "tidiest",
    "token_grid",
    "unread",
    "whole_words",
]
