import pytest
import torch

from tformer.attention import MultiHeadAttention
from tformer.cache import KeyValueCache

K, V = torch.randn(2, 2, 3, 3, 4)


def test_room_is_taken_once_and_the_past_is_not_copied():
    cache = KeyValueCache(10)
    first, _ = cache.append(K, V)
    place = cache.keys.data_ptr()
    keys, values = cache.append(K[:, :, :1], V[:, :, :1])
    assert cache.length == 4 and keys.shape == values.shape == (2, 3, 4, 4)
    assert cache.keys.data_ptr() == place == keys.data_ptr() == first.data_ptr()
    assert torch.equal(keys, torch.cat((K, K[:, :, :1]), 2))
    assert torch.equal(values, torch.cat((V, V[:, :, :1]), 2))


@pytest.mark.parametrize("rows", [[1, 0], [0, 0], [1], [1, 0, 1, 1]])
def test_rows_change_places_and_multiply(rows):
    cache = KeyValueCache(5)
    cache.append(K, V)
    cache.reorder(torch.tensor(rows))
    keys, values = cache.filled()
    assert torch.equal(keys, K[rows]) and torch.equal(values, V[rows])
    cache.append(K[rows][:, :, :2], V[rows][:, :, :2])
    assert cache.length == 5


def test_an_empty_cache_has_nothing_to_reorder():
    cache = KeyValueCache(5)
    cache.reorder(torch.tensor([0, 0, 0]))
    assert cache.length == 0


@torch.no_grad()
def test_cross_attention_projects_memory_once():
    attention, cache = MultiHeadAttention(8, 2), KeyValueCache(7)
    x, memory = torch.randn(2, 1, 8), torch.randn(2, 7, 8)
    calls = []
    attention.k_proj.register_forward_hook(lambda *_: calls.append(1))
    once = [attention(x, memory, cache=cache) for _ in range(3)]
    assert len(calls) == 1
    torch.testing.assert_close(once[2], attention(x, memory))


@pytest.mark.parametrize(
    "call, says",
    [
        (lambda: KeyValueCache(0), "capacity=0"),
        (lambda: KeyValueCache(2).filled(), r"cache is empty; append\(\)"),
        (lambda: KeyValueCache(2).append(K, V), "capacity=2"),
        (lambda: [c := KeyValueCache(9), c.append(K, V), c.append(K[:1], V[:1])], "reorder"),
    ],
)
def test_bad_input_is_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()
