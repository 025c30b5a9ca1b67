"""Models small enough to train while you read, and to understand whole."""

from jaxtyping import Float, Int
from torch import Tensor, nn

from tformer._support.checks import check_size, given
from tformer.attention import MultiHeadAttention
from tformer.embeddings import Embedding
from tformer.layers import FeedForward


class OneLayerModel(nn.Module):
    """One attention layer between an embedding and a readout that names several tokens at once.

    For each of T positions it gives logits for ``num_answers`` tokens, as the neighbours task
    asks. ``num_heads`` changes how many features each head makes, not how many parameters
    there are; ``d_ff`` adds a feed-forward layer. No norms: what is added can be read off.

    >>> model = OneLayerModel(10, 12, d_model=32, num_heads=2)
    >>> model(torch.zeros(3, 12, dtype=torch.long)).shape
    torch.Size([3, 12, 2, 10])
    >>> sum(p.numel() for p in model.parameters())
    5588

    Raises ValueError for sizes below one or a d_model that num_heads does not divide.
    """

    def __init__(self, vocab_size: int, context_length: int, *, d_model: int = 32,
                 num_heads: int = 1, d_ff: int | None = None, num_answers: int = 2):  # fmt: skip
        super().__init__()
        check_size(num_answers=num_answers, **given(d_ff=d_ff))
        self.num_answers = num_answers
        place = {"context_length": context_length, "positions": "learned"}
        self.embedding = Embedding(vocab_size, d_model, **place)
        self.attention = MultiHeadAttention(d_model, num_heads)
        self.ffn = None if d_ff is None else FeedForward(d_model, d_ff)
        self.readout = nn.Linear(d_model, num_answers * vocab_size)

    def forward(self, token_ids: Int[Tensor, "B T"]) -> Float[Tensor, "B T answers V"]:
        """Raises as `Embedding.place` for bad ids."""
        positions, _ = self.embedding.place("token_ids", token_ids)
        x = self.embedding(token_ids, positions)
        x = x + self.attention(x)
        if self.ffn is not None:
            x = x + self.ffn(x)
        return self.readout(x).unflatten(-1, (self.num_answers, -1))
