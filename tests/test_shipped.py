"""Where the models that ship lie, and what was measured on them."""

import pytest

from tformer import shipped


def test_models_and_measures_are_found_by_name():
    assert {shipped.model_path(name).name for name in shipped.MODELS} == {
        path.name for path in shipped.ASSETS.glob("*.safetensors")
    }
    assert shipped.measurements("translator")["recipe"]["data"]


def test_another_name_is_refused():
    with pytest.raises(ValueError, match=r"name='translater' is no shipped model; they are transl"):
        shipped.model_path("translater")
    with pytest.raises(ValueError, match=r"name='weather' was never measured; there are .*beams"):
        shipped.measurements("weather")
