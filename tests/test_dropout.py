import pytest
import torch

from tformer.dropout import Dropout, dropout


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_the_same_distribution_as_torchs(p):
    torch.manual_seed(0)
    x = torch.ones(1001, 1003)
    out = dropout(x, p)
    share = (out == 0).double().mean().item()
    # Five standard deviations of a million coins, and what rounding p to 1/65536 moves it.
    assert abs(share - p) < 5 * (p * (1 - p) / x.numel()) ** 0.5 + 1 / 65536
    kept = out[out != 0]
    torch.testing.assert_close(kept, torch.full_like(kept, 1 / (1 - p)), atol=0, rtol=2e-4)
    # Coins cut from one random number are as independent as others: neighbours at every distance.
    flat = (out == 0).double().flatten() - share
    for distance in (1, 2, 3, 4, 1003):
        assert abs((flat[:-distance] * flat[distance:]).mean().item()) < 5 * p * (1 - p) / 1000


def test_almost_certain_dropout_lets_a_coin_in_65536_through():
    torch.manual_seed(0)
    out = dropout(torch.ones(1000, 1000), 0.9999999)
    assert 3 < (out != 0).sum() < 35 and set(out.unique().tolist()) == {0.0, 65536.0}


def test_gradients_pass_where_values_did():
    x = torch.ones(3, 5, dtype=torch.float64, requires_grad=True)
    out = dropout(x, 0.4)
    out.sum().backward()
    assert torch.equal(x.grad, out.detach()) and out.dtype == torch.float64


def test_reproducible_by_seed_and_off_in_eval():
    module, x = Dropout(0.3), torch.randn(7)
    draws = []
    for _ in range(2):
        torch.manual_seed(5)
        draws.append(module(x))
    assert torch.equal(*draws)
    assert module.eval()(x) is x and Dropout(0.0)(x) is x


def test_bad_rate():
    with pytest.raises(ValueError, match=r"p=1.0 must be .* below 1"):
        Dropout(1.0)
    with pytest.raises(ValueError, match=r"p=1.5 must be .* below 1"):
        dropout(torch.ones(3), 1.5)
