import math

import pytest
import torch

from tformer.positions import (
    LearnedPositions,
    RotaryPositions,
    SinusoidalPositions,
    apply_rotary,
    sinusoidal_positions,
)

AT = torch.arange(3)


def test_waves_are_interleaved_and_start_at_zero():
    table = sinusoidal_positions(50, 6, dtype=torch.float64)
    for pos, column in ((0, 0), (1, 0), (7, 3), (49, 4)):
        angle = pos / 10_000 ** (column // 2 * 2 / 6)
        wave = math.sin(angle) if column % 2 == 0 else math.cos(angle)
        assert math.isclose(table[pos, column].item(), wave, abs_tol=1e-12)
    assert table[0].tolist() == [0, 1, 0, 1, 0, 1]


def test_the_slowest_wave():
    # d_model 512: the last pair's wavelength is 2 pi 10000^(510/512).
    assert round(2 * math.pi * 10_000 ** (510 / 512)) == 60_611
    angle = sinusoidal_positions(2, 512, dtype=torch.float64)[1, 510].asin().item()
    assert round(2 * math.pi / angle) == 60_611


def test_sinusoids_are_neither_trained_nor_saved_but_move_with_the_model():
    module = SinusoidalPositions(8, 4)
    assert not list(module.parameters()) and not module.state_dict()
    assert module.double()(AT).dtype == torch.float64


def test_rows_are_picked_by_position():
    positions = torch.tensor([[2, 0], [1, 7]])
    for module in (SinusoidalPositions(8, 4), LearnedPositions(8, 4)):
        rows = module(positions)
        assert rows.shape == (2, 2, 4) and torch.equal(rows[1, 0], module(AT)[1])


def test_rotary_turns_pairs_and_keeps_lengths():
    rotary = RotaryPositions(8, 4)
    x = torch.tensor([[1.0, 0, 1, 0]]).expand(2, 3, 3, 4)  # (B, H, T, D)
    turned = apply_rotary(x, *rotary(AT))
    assert torch.equal(turned[:, :, 0], x[:, :, 0])
    slow = 1 / 10_000 ** (2 / 4)
    expected = torch.tensor([math.cos(1), math.sin(1), math.cos(slow), math.sin(slow)])
    torch.testing.assert_close(turned[0, 0, 1], expected)
    torch.testing.assert_close(turned.norm(dim=-1), x.norm(dim=-1))
    per_row = apply_rotary(x, *rotary(torch.tensor([[0, 1, 2], [2, 1, 0]])))
    torch.testing.assert_close(per_row[0], turned[0])
    torch.testing.assert_close(per_row[1], turned[1].flip(1))


@pytest.mark.parametrize(
    "call, error, says",
    [
        (lambda: sinusoidal_positions(4, 5), ValueError, "5 is odd"),
        (lambda: sinusoidal_positions(0, 4), ValueError, "length=0"),
        (lambda: sinusoidal_positions(4, 4.0), TypeError, "d_model=4.0"),
        (lambda: SinusoidalPositions(8, 3), ValueError, "3 is odd"),
        (lambda: LearnedPositions(0, 4), ValueError, "context_length=0"),
        (lambda: RotaryPositions(8, 7), ValueError, "7 is odd"),
        (lambda: RotaryPositions(8, 4)(torch.arange(9)), IndexError, "8.*0 to 7"),
        (lambda: SinusoidalPositions(8, 4)(AT - 1), IndexError, "positions holds -1"),
        (lambda: LearnedPositions(2, 4)(AT), IndexError, "context_length=2 allows 0 to 1"),
        (lambda: LearnedPositions(8, 4)(AT.float()), TypeError, "positions has dtype"),
    ],
)
def test_bad_input_is_refused(call, error, says):
    with pytest.raises(error, match=says):
        call()
