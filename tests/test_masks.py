import pytest
import torch

from tformer.masks import additive_mask, causal_mask, decoder_mask, padding_mask, window_mask

IDS = torch.tensor([[1, 2, 3, 0, 0]])


def test_causal_mask_sees_itself_and_the_past():
    assert causal_mask(4).tolist() == [[s <= t for s in range(4)] for t in range(4)]
    assert causal_mask(1).tolist() == [[True]]


def test_causal_mask_behind_a_cache_is_the_end_of_the_whole_mask():
    assert torch.equal(causal_mask(2, past=3), causal_mask(5)[3:])


@pytest.mark.parametrize("size, window", [(5, 2), (4, 1), (1, 1), (3, 9)])
def test_window_mask_sees_itself_and_a_few_before(size, window):
    rows = [[0 <= t - s < window for s in range(size)] for t in range(size)]
    assert window_mask(size, window).tolist() == rows


def test_padding_mask_is_per_key():
    mask = padding_mask(torch.tensor([[5, 7, 9, 0, 0], [8, 6, 0, 0, 0]]), 0)
    assert mask.shape == (2, 1, 1, 5) and mask.sum().item() == 5
    assert padding_mask(torch.tensor([[5, 0]]), 5).tolist() == [[[[False, True]]]]


def test_padded_decoder_mask_hides_the_padding_in_its_last_rows():
    # A popular note prints T T T T F for the last two rows: its own code gives T T T F F twice.
    rows = decoder_mask(IDS, 0)[0, 0].int().tolist()
    assert rows == [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0]] + [[1, 1, 1, 0, 0]] * 3


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16])
def test_additive_mask_holds_zero_and_minus_infinity(dtype):
    mask = additive_mask(causal_mask(2), dtype)
    assert mask.dtype == dtype and mask.tolist() == [[0, float("-inf")], [0, 0]]


@pytest.mark.parametrize(
    "call, error, says",
    [
        (lambda: causal_mask(0), ValueError, "size=0"),
        (lambda: causal_mask(2.5), TypeError, "size=2.5"),
        (lambda: causal_mask(True), TypeError, "size=True"),
        (lambda: causal_mask(2, past=-1), ValueError, "past=-1"),
        (lambda: window_mask(3, 0), ValueError, "window=0"),
        (lambda: window_mask(3, 1.5), TypeError, "window=1.5"),
        (lambda: padding_mask(IDS.float(), 0), TypeError, "token_ids.*float32.*long"),
        (lambda: padding_mask(IDS[0], 0), ValueError, r"token_ids.*\(5,\)"),
        (lambda: padding_mask(IDS[:0], 0), ValueError, "none of them empty"),
        (lambda: decoder_mask(IDS[:, :0], 0), ValueError, "none of them empty"),
        (lambda: padding_mask(IDS, 0.5), TypeError, "pad_id=0.5 is float; give a whole number"),
        (lambda: decoder_mask(IDS, None), TypeError, "pad_id=None"),
        (lambda: decoder_mask([[1]], 0), TypeError, "token_ids is list"),
        (lambda: additive_mask(causal_mask(2).float()), TypeError, "mask has dtype torch.float32"),
        (lambda: additive_mask(causal_mask(2), torch.int64), TypeError, "dtype=torch.int64"),
    ],
)
def test_bad_input_is_refused(call, error, says):
    with pytest.raises(error, match=says):
        call()
