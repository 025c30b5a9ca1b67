"""A mask of 0 and 1 is told as one, whatever its dtype: eight bits hold no -999."""

import pytest
import torch

from tformer.course.course_map import exercises
from tformer.exercises import check

WHOLE = (torch.uint8, torch.int8, torch.int16, torch.int64)
MASKS = ("causal_mask", "padding_mask", "decoder_mask", "window_mask")


@pytest.mark.parametrize("dtype", WHOLE, ids=str)
@pytest.mark.parametrize("name", MASKS)
def test_zeros_and_ones_are_told_and_an_inverted_mask_is_called_inverted(name, dtype):
    reference = exercises()[name].reference
    report = check(lambda *args: reference(*args).to(dtype), name)
    assert report.mistake in ("not-boolean", "zeros-and-ones") and "boolean" in report.says
    assert "infinity" not in report.says
    for inverted in (lambda m: (~m).to(dtype), lambda m: 1 - m.to(dtype)):
        report = check(lambda *args, turn=inverted: turn(reference(*args)), name)
        assert report.mistake == "not-boolean+inverted", report.says


@pytest.mark.parametrize("name", MASKS)
def test_numbers_to_be_added_are_still_told(name):
    reference = exercises()[name].reference
    report = check(lambda *args: (~reference(*args)) * torch.tensor(-9999, dtype=torch.int16), name)
    assert report.mistake.startswith("added-not-boolean") and "infinity" in report.says
