"""The log-probability of a sequence, from next-token logits."""

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, Sign, twist
from ...checker.samples import integers, normal


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
    Case(lambda: (torch.tensor([[1.0, 0.0, 0.0, 2.0], [0.0, 3.0, 1.0, 0.0], [2.0, 0.0, 1.0, 0.5]]),
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
    part=lambda p: p, reduce=torch.sum,
):  # fmt: skip
    """sequence_log_prob with one switch for each thing that can go wrong."""
    picked = pick(probs(logits), token_ids)
    if base:
        picked = picked / torch.tensor(base, dtype=picked.dtype).log()
    return reduce(sign * part(picked))


def _once(scores, ids):
    """Each token only where it first comes."""
    new = [n for n, i in enumerate(ids.tolist()) if i not in ids[:n].tolist()]
    return scores[new, ids[new]]


PROBS = (
    twist("no-softmax", "There is no softmax: it adds up the logits of the tokens. A logit is no "
          "log-probability.", probs=lambda z: z),
    twist("only-the-maximum-subtracted", "Only the maximum of each row is taken off: the "
          "exponentials are not divided by their sum.",
          probs=lambda z: z - z.amax(-1, keepdim=True)),
    twist("log-of-one-plus", "It takes log(1 + p): log1p is not the logarithm of p.",
          probs=lambda z: z.softmax(-1).log1p()),
    twist("log-of-softmax", "It takes the logarithm of softmax: a probability that underflowed to "
          "0 gives minus infinity. log_softmax stays finite.", probs=lambda z: z.softmax(-1).log()),
    twist("naive-softmax", "It takes exp of the logits as they are: above 88.7 that overflows and "
          "NaN comes out.", probs=lambda z: (z.exp() / z.exp().sum(-1, keepdim=True)).log()),
    twist("naive-logsumexp", "It takes exp of the logits as they are for the denominator: above "
          "88.7 that overflows, and the result is minus infinity.",
          probs=lambda z: z - z.exp().sum(-1, keepdim=True).log()),
    twist("softmax-twice", "The softmax is applied twice: the probabilities go through softmax "
          "again and come out far too flat.", probs=lambda z: z.softmax(-1).log_softmax(-1)),
    twist("sigmoid-not-softmax", "Each logit goes through a sigmoid by itself: the words do not "
          "compete.", probs=F.logsigmoid),
    twist("softmax-over-positions", "The softmax runs over the wrong axis, the positions (dim=0) "
          "and not the words: the columns sum to one, not the rows.",
          probs=lambda z: z.log_softmax(0)),
    twist("softmax-over-everything", "The softmax runs over both axes, all positions and words "
          "together: the whole table sums to one, not each row.",
          probs=lambda z: z - z.logsumexp((0, 1))),
)  # fmt: skip
PICKS = (
    twist("token-before", "It looks at the word before the token in the vocabulary, as if words "
          "were counted from 1.", pick=lambda s, i: _picked(s, (i - 1) % s.shape[-1])),
    twist("shifted-by-one", "It reads row t as the guess for token t + 1, and the first token is "
          "left out. Here logits[t] already scores token t.",
          pick=lambda s, i: _picked(s[:-1], i[1:])),
    twist("shifted-the-other-way", "It reads row t + 1 as the guess for token t: the first row "
          "and the last token are left out. Here logits[t] scores token t.",
          pick=lambda s, i: _picked(s[1:], i[:-1])),
    twist("next-token-with-wrap", "Row t meets token t + 1, and the last row the first token "
          "(roll): logits[t] scores token t.", pick=lambda s, i: _picked(s, i.roll(-1))),
    twist("read-backwards", "The tokens are reversed, the logits are not.",
          pick=lambda s, i: _picked(s, i.flip(0))),
    twist("likeliest-not-token", "It uses the likeliest word of each row, not the token that "
          "stands there.", pick=lambda s, i: s.amax(-1)),
    twist("position-not-token", "It picks the diagonal: the number of the position, not of the "
          "token.", pick=lambda s, i: _picked(s, torch.arange(len(i)) % s.shape[-1])),
    twist("last-row-for-all", "All tokens are looked up in the last row of logits; row t scores "
          "token t.", pick=lambda s, i: s[-1][i]),
    twist("all-words", "It adds up the log-probabilities of all words, not of the tokens alone.",
          pick=lambda s, i: s.sum(-1)),
    twist("every-row-with-every-token", "Each row is asked for all tokens: log_probs[:, token_ids] "
          "picks every column for every row; gather, or log_probs[arange, token_ids], picks one.",
          pick=lambda s, i: s[:, i]),
    twist("rows-not-columns", "The tokens pick rows, not columns: log_probs[token_ids] is the row "
          "of another position.", pick=lambda s, i: s[i]),
    twist("index-swapped", "Token and position are swapped: log_probs[token, position].",
          pick=lambda s, i: s[i, torch.arange(len(i))]),
    twist("entropy", "It is minus the entropy of each row: the tokens are not used.",
          pick=lambda s, i: (s.exp() * s).sum(-1)),
    twist("first-token-uniform", "The first token gets 1 / V, whatever its logits say: logits[0] "
          "scores it.", pick=lambda s, i: torch.cat(
              [s.new_tensor([1 / s.shape[-1]]).log(), _picked(s, i)[1:]])),
    twist("label-smoothing", "The tokens are smoothed (0.1 spread over all words); no smoothing "
          "was asked for.", pick=lambda s, i: 0.9 * _picked(s, i) + 0.1 * s.mean(-1)),
    twist("repeated-token-counted-once", "A token that comes twice counts once only.", pick=_once),
    twist("token-zero-ignored", "Tokens with id 0 are left out, as if 0 were padding.",
          pick=lambda s, i: _picked(s, i) * (i != 0)),
)  # fmt: skip
REDUCED = (
    twist("first-token-forgotten", "The first token is left out: p(first) belongs to the chain "
          "rule too.", part=lambda p: p[1:]),
    twist("last-token-forgotten", "The last token is left out of the sum.", part=lambda p: p[:-1]),
    twist("first-token-only", "Only the first token is counted.", part=lambda p: p[:1]),
    twist("last-token-only", "Only the last token is counted: that is one factor of the chain "
          "rule, not the whole product.", part=lambda p: p[-1:]),
    twist("averaged", "The log-probabilities are averaged, not added: the length is divided out.",
          reduce=torch.mean),
    twist("not-added-up", "It returns one log-probability a token; their sum was asked for.",
          reduce=lambda p: p),
    twist("not-added-up-in-a-column", "It returns a column with one log-probability a token; their "
          "sum was asked for.", reduce=lambda p: p[:, None]),
    twist("running-sum", "It returns the running sum, a number for each prefix; the last one was "
          "asked for.", reduce=lambda p: p.cumsum(0)),
    twist("divided-by-root-length", "The sum is divided by the root of the length (sqrt).",
          reduce=lambda p: p.sum() / len(p) ** 0.5),
    twist("logs-multiplied", "The log-probabilities are multiplied; logarithms of a product add "
          "up.", reduce=torch.prod),
    twist("probability-not-log", "It returns the probability of the sequence; its logarithm was "
          "asked for.", reduce=lambda p: p.sum().exp()),
    twist("geometric-mean", "It returns the geometric mean of the probabilities.",
          reduce=lambda p: p.mean().exp()),
    twist("perplexity", "It returns the perplexity: exp of the mean negative log-probability.",
          reduce=lambda p: (-p.mean()).exp()),
    twist("log-of-summed-probabilities", "The probabilities are added and the logarithm taken of "
          "their sum; the chain rule multiplies, so the logarithms are added.",
          reduce=lambda p: p.logsumexp(0)),
    twist("log-of-mean-probability", "It takes the logarithm of the mean probability, not the sum "
          "of the logarithms.", reduce=lambda p: p.exp().mean().log()),
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
MISTAKES = (*PROBS, *PICKS, *REDUCED)

SIGNS = (
    Sign("positive", "The result is positive: a probability is at most 1, so its logarithm is "
         "never above 0.", lambda a, g, w: g.ndim == 0 and g > 1e-6, every=None),
    Sign("cut-off-at-a-bound", "A small number in the logarithm, or a clamp, cuts a very unlikely "
         "token off at a bound; the true sum is -1000 there.",
         lambda a, g, w: bool(-900 < g < 0) if w == -1000 else None),
)  # fmt: skip


def _scales(logits, token_ids):
    return {"the number of words": logits.shape[-1], "the number of tokens": token_ids.numel()}


EXERCISE = Exercise(sequence_log_prob, HINTS, CASES, MISTAKES, variant, SIGNS, _scales)
