"""Next-word probabilities that a search can go wrong on, and the cases made of them."""

import torch

from ...checker.core import Case


def tree(size, seed, spread=1.6, known=None, ending=lambda length: 0.0, flat=False, eos=-1):
    """A next_log_probs whose answer depends on every token of a row, and on their order.

    ``known`` holds the probabilities after some prefixes; ``ending`` is added to the logit of
    ``eos``, by default the last word. It answers (n, t) with (n, size), and a vector with (size,).
    """

    def row(ids):
        if known and tuple(ids) in known:
            return torch.tensor(known[tuple(ids)]).log()
        code = seed
        for i in ids:
            code = (31 * code + i + 7) % 10007
        if flat:  # hardly any word is likelier than another: long sums of large numbers
            logits = torch.zeros(size)
            logits[[(code + 37 * n) % (size - 1) for n in range(6)]] = torch.arange(6) * 0.3
        else:
            logits = spread * torch.sin((code + 1.0) * (torch.arange(size) + 1.0) * 0.7)
        logits[eos] += ending(len(ids))
        return logits.log_softmax(-1)

    def next_log_probs(tokens):
        rows = torch.as_tensor(tokens).tolist()
        if rows and isinstance(rows[0], list):
            return torch.stack([row(ids) for ids in rows])
        return row(rows)

    return next_log_probs


# After 0: word 1 is likeliest, but all that follows it is unsure; 3 is eos.
TWO_WAYS = {
    (0,): [0.02, 0.5, 0.4, 0.08], (0, 1): [0.25, 0.3, 0.25, 0.2], (0, 2): [0.03, 0.03, 0.04, 0.9],
    (0, 1, 0): [0.1, 0.1, 0.2, 0.6], (0, 1, 1): [0.1, 0.1, 0.2, 0.6],
    (0, 1, 2): [0.1, 0.1, 0.2, 0.6],
}  # fmt: skip

# [0, 1, 3] has 0.94 x 0.24; two longer ones are likelier at first, and one of them at the end.
OVERTAKEN = {
    (0,): [0.02, 0.94, 0.025, 0.015], (0, 1): [0.02, 0.68, 0.06, 0.24],
    (0, 1, 1): [0.02, 0.5, 0.4, 0.08], (0, 1, 1, 1): [0.25, 0.3, 0.24, 0.21],
    (0, 1, 1, 2): [0.02, 0.02, 0.02, 0.94],
}  # fmt: skip

# The fifth word, 6, is the only one that is followed by something likely: eos, which is 1.
LAST_OF_FIVE = {
    (0,): [0.01, 0.01, 0.22, 0.21, 0.2, 0.19, 0.16],
    **{(0, word): [0.1, 0.11, 0.15, 0.17, 0.16, 0.18, 0.13] for word in (2, 3, 4, 5)},
    (0, 6): [0.01, 0.9, 0.02, 0.02, 0.02, 0.02, 0.01],
}  # fmt: skip

CASES = (
    Case(lambda: (tree(4, 1, known=TWO_WAYS), 0, 3, 2, 5),
         "eos is 3; word 1 has 0.5, then eos only 0.2; word 2 has 0.4, then eos 0.9: 0.36 in all"),
    Case(lambda: (tree(7, 56, 1.3, ending=lambda n: 0.4 * n - 1.8), 3, 6, 4, 7),
         "four beams, bos 3 and eos 6, sentences of different lengths", ("four-beams",)),
    Case(lambda: (tree(8, 2, 1.0, ending=lambda n: 0.6 * n - 1.8), 3, 7, 2, 9),
         "two beams: one finds another sentence, three another still", ("two-beams",)),
    Case(lambda: (tree(6, 233, 0.8, ending=lambda n: 0.4 * n - 0.8), 3, 5, 4, 6),
         "four beams; the empty sentence is likeliest, longer ones are likelier a word",
         ("short-wins",)),
    Case(lambda: (tree(4, 1, known=OVERTAKEN), 0, 3, 2, 6),
         "a finished beam is overtaken by the second of two others", ("overtaken",)),
    Case(lambda: (tree(9, 6, 0.8, ending=lambda n: 0.6 * n - 1.8), 4, 8, 1, 12),
         "one beam: this is greedy", ("one-beam",)),
    Case(lambda: (tree(3, 72, 1.3, ending=lambda n: 0.4 * n - 1.2), 0, 2, 5, 7),
         "five beams and three words: in the first step there are not five to keep",
         ("more-beams-than-words",)),
    Case(lambda: (tree(7, 16, 1.3, ending=lambda n: 0.6 * n - 2.2), 3, 6, 2, 5),
         "max_len 5 ends a beam that is likelier than the finished one", ("cut-off",)),
    Case(lambda: (tree(7, 8, known=LAST_OF_FIVE), 0, 1, 5, 4),
         "eos is 1, words have larger ids; the last of five beams goes on best", ("small-eos",)),
    Case(lambda: (tree(5, 8), 1, 4, 3, 1), "max_len 1: bos is all there is room for", ("no-room",)),
    Case(lambda: (tree(400, 6, flat=True, ending=lambda n: -30.0), 7, 399, 2, 26),
         "25 words of about 1 in 150 each: float32 has no number as small as their product",
         ("long",)),
)  # fmt: skip
