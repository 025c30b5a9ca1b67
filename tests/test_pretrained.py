"""Where the models that ship lie, and what was measured on them."""

import pytest

from tformer import pretrained


def test_models_and_measures_are_found_by_name():
    assert {pretrained.model_path(name).name for name in pretrained.MODELS} == {
        path.name for path in pretrained.ASSETS.glob("*.safetensors")
    }
    assert pretrained.measurements("translator")["recipe"]["data"]


def test_another_name_is_refused():
    with pytest.raises(ValueError, match=r"name='translater' is no shipped model; they are transl"):
        pretrained.model_path("translater")
    with pytest.raises(ValueError, match=r"name='weather' was never measured; there are .*beams"):
        pretrained.measurements("weather")
