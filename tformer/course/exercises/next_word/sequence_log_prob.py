"""The log-probability of a sequence, from next-token logits."""

import torch

from ...checker.core import Case, Exercise, Law, Sign, twist
from ...checker.samples import integers, normal
from .entries import other_entries


def sequence_log_prob(logits, token_ids):
    log_probs = logits - torch.logsumexp(logits, dim=-1, keepdim=True)
    picked = log_probs.gather(-1, token_ids.unsqueeze(-1)).squeeze(-1)
    return picked.sum()


HINTS = (
    "The chain rule multiplies the probabilities of the tokens that stand there. The logarithm "
    "of a product is a sum of logarithms: one number for the whole sequence.",
    "First make each row of logits a row of log-probabilities: torch.log_softmax(logits, dim=-1). "
    "Do not multiply probabilities, the product underflows to 0.",
    "Then pick from row t the entry of token t: gather(-1, token_ids.unsqueeze(-1)), or "
    "log_probs[torch.arange(len(token_ids)), token_ids].",
    "return torch.log_softmax(logits, -1).gather(-1, token_ids.unsqueeze(-1)).sum().",
)


CASES = (
    Case(lambda: (torch.tensor([[1.0, 0.0, 0.4, 2.0], [0.1, 3.0, 1.0, 0.3], [2.0, 0.0, 1.0, 0.5]]),
                  torch.tensor([3, 1, 2])), "three tokens out of four"),
    Case(lambda: (normal(4, 4, seed=3), torch.tensor([2, 0, 2, 3])),
         "as many tokens as words, one of them twice", ("square",), probe=True),
    Case(lambda: (normal(1, 6, seed=4), torch.tensor([2])), "a sequence of one token",
         ("length-one",)),
    Case(lambda: (normal(400, 11, seed=5), integers(11, 400, seed=6)),
         "400 tokens: the product of their probabilities is 0 in any float", ("long-sequence",)),
    Case(lambda: (torch.tensor([[0.0, 1000.0, 1.0], [-1000.0, 0.5, 1000.0]]), torch.tensor([0, 2])),
         "logits 1000 apart: a probability underflows to 0, its logarithm is -1000",
         ("large-logits",)),
    Case(lambda: (torch.tensor([[1000.0, 1001.5, 999.0], [0.5, 0.0, 1.0]]), torch.tensor([1, 0])),
         "a row of logits near 1000 above a row near 0: exp overflows above 88.7",
         ("large-logits",)),
    Case(lambda: (normal(5, 7, seed=8, dtype=torch.float64), torch.tensor([6, 0, 3, 3, 5])),
         "float64 in, float64 out; a token twice in a row", ("float64",)),
    Case(lambda: (normal(5, 4, seed=9).t(), torch.tensor([1, 4, 0, 2])),
         "a transposed (non-contiguous) table of logits", ("non-contiguous",)),
)  # fmt: skip


def _picked(scores, ids):
    return scores.gather(-1, ids.unsqueeze(-1)).squeeze(-1)


def variant(
    logits, token_ids, probs=lambda z: z.log_softmax(-1), pick=_picked, sign=1, base=None,
    reduce=torch.sum,
):  # fmt: skip
    """sequence_log_prob with one switch for each thing that can go wrong."""
    picked = pick(probs(logits), token_ids)
    if base:
        picked = picked / torch.tensor(base, dtype=picked.dtype).log()
    return reduce(sign * picked)


MISTAKES = (
    twist("no-softmax", "There is no softmax: it adds up the logits of the tokens. A logit is no "
          "log-probability.", probs=lambda z: z),
    twist("naive-softmax", "It takes exp of the logits as they are: above 88.7 that overflows and "
          "NaN comes out.", probs=lambda z: (z.exp() / z.exp().sum(-1, keepdim=True)).log()),
    twist("log-of-softmax", "It takes the logarithm of softmax: a probability that underflowed to "
          "0 gives minus infinity. log_softmax stays finite.", probs=lambda z: z.softmax(-1).log()),
    twist("softmax-twice", "The softmax is applied twice: the probabilities go through softmax "
          "again and come out far too flat.", probs=lambda z: z.softmax(-1).log_softmax(-1)),
    twist("softmax-over-positions", "The softmax runs over the wrong axis, the positions (dim=0) "
          "and not the words: the columns sum to one, not the rows.",
          probs=lambda z: z.log_softmax(0)),
    twist("shifted-by-one", "It reads row t as the guess for token t + 1, and the first token is "
          "left out. Here logits[t] already scores token t.",
          pick=lambda s, i: _picked(s[:-1], i[1:])),
    twist("first-token-forgotten", "The first token is left out: p(first) belongs to the chain "
          "rule too.", pick=lambda s, i: _picked(s, i)[1:]),
    twist("last-token-forgotten", "The last token is left out of the sum.",
          pick=lambda s, i: _picked(s, i)[:-1]),
    twist("every-row-with-every-token", "Each row is asked for all tokens: log_probs[:, token_ids] "
          "picks every column for every row; gather, or log_probs[arange, token_ids], picks one.",
          pick=lambda s, i: s[:, i]),
    twist("averaged", "The log-probabilities are averaged, not added: the length is divided out.",
          reduce=torch.mean),
    twist("probability-not-log", "It returns the probability of the sequence; its logarithm was "
          "asked for.", reduce=lambda p: p.sum().exp()),
    twist("product-underflows", "The probabilities are multiplied first and the logarithm taken of "
          "the product: it underflows to 0, and log 0 is minus infinity. Add up the logarithms.",
          reduce=lambda p: p.exp().prod().log()),
    twist("sign-flipped", "The sign is wrong: this is the negative log-likelihood, a loss. The "
          "logarithm of a probability is never positive.", sign=-1),
    twist("base-two", "The logarithm is to base 2: the result is in bits, larger by 1/ln 2 = "
          "1.4427, not in nats.", base=2.0),
    twist("base-ten", "The logarithm is to base 10: smaller by the factor ln 10 = 2.3026.",
          base=10.0),
)  # fmt: skip


SIGNS = (
    Sign("other-entries", "It adds up other log-probabilities than those of the tokens.",
         lambda a, g, w: other_entries(a[0].log_softmax(-1), a[1].tolist(), g, lambda s, n: s)),
    Sign("positive", "The result is positive: a probability is at most 1, so its logarithm is "
         "never above 0.", lambda a, g, w: g.ndim == 0 and g > 1e-6, every=None),
    Sign("cut-off-at-a-bound", "A small number in the logarithm, or a clamp, cuts a very unlikely "
         "token off at a bound; the true sum is -1000 there.",
         lambda a, g, w: w == -1000 and bool(-900 < g < 0)),
)  # fmt: skip

Z = torch.tensor([[1.0, 0.5, -1.0], [0.0, 2.0, 0.3]])


def _with(*ids, logits=Z):
    return logits, torch.tensor(ids)


LAWS = (
    Law("tokens-not-used", "Another token at a place, or other logits there, give the same result: "
        "each row of logits has to score its own token.",
        lambda: (_with(0, 1), _with(2, 1), _with(0, 2), _with(0, 1, logits=Z[[0, 0]]),
                 _with(0, 1, logits=Z[[1, 1]])),
        lambda own, *others: not any(torch.allclose(own, other) for other in others)),
    Law("no-probability", "exp of the result is no probability: over all sequences of two tokens "
        "it does not sum to one. Each row of logits becomes log-probabilities by itself, and one "
        "of each row is added up.", lambda: [_with(a, b) for a in range(3) for b in range(3)],
        lambda *all_of_them: abs(float(sum(r.exp() for r in all_of_them)) - 1) < 1e-3),
)  # fmt: skip


def _scales(logits, token_ids):
    return {"the number of words": logits.shape[-1], "the number of tokens": token_ids.numel()}


EXERCISE = Exercise(sequence_log_prob, HINTS, CASES, MISTAKES, variant, SIGNS, _scales, laws=LAWS)
