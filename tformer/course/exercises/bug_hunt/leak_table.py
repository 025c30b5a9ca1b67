"""A leak meter: which outputs of a model move when one word is changed."""

import torch
from torch.nn.functional import one_hot

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import integers, normal


def leak_table(model, ids, vocab):
    before, columns = model(ids), []
    for t in range(ids.shape[1]):
        changed = ids.clone()
        changed[:, t] = (ids[:, t] + 1) % vocab
        columns.append((model(changed) - before).abs().amax((0, 2)))
    return torch.stack(columns, 1)


HINTS = (
    "Ask the model once as it is, and once more for each place t, with other ids there alone.",
    "changed = ids.clone() anew for each t; (ids[:, t] + 1) % vocab is the next id in every row.",
    "What has moved is the difference of the logits (batch, len, vocab), without its sign; of "
    "output i the largest in any row and for any word: .abs().amax((0, 2)).",
    "Each t gives a column, since a row is an output: columns.append((model(changed) - "
    "before).abs().amax((0, 2))), and torch.stack(columns, 1) at the end.",
)


def _mixes(length, vocab, seed):
    """A model: output i is a sum, with weights of any sign, of the vectors of all words."""
    mix, table = normal(length, length, seed=seed), normal(vocab, vocab, seed=seed + 1)
    return lambda ids: mix @ table[ids]


def _adds_up(ids):
    """Output i is the sum of words 0 to i."""
    return one_hot(ids, 4).float().cumsum(1)


def _squares(ids):
    """Rows of other sizes, and a word counts for more the larger its id is."""
    x = one_hot(ids, 6) * (1.0 + ids[..., None]) ** 2
    return x.cumsum(1) * (1.0 + torch.arange(len(ids)))[:, None, None]


CASES = (
    Case(lambda: (_adds_up, torch.tensor([[0, 2, 1]]), 4), "a running sum: output i moves with "
         "words 0 to i"),
    Case(lambda: (_mixes(5, 7, 1), integers(7, 3, 5, seed=1), 7), "all sizes different"),
    Case(lambda: (_squares, torch.tensor([[1, 0, 3], [0, 2, 4]]), 6), "rows that move by different "
         "amounts", ("rows",)),
    Case(lambda: (_squares, torch.tensor([[5, 5], [5, 5]]), 6), "the last id of the vocabulary: "
         "the next one is 0", ("last-id",)),
    Case(lambda: (_mixes(4, 6, 3), integers(6, 1, 4, seed=2), 6), "one sentence", ("one-row",)),
    Case(lambda: (_mixes(1, 5, 5), integers(5, 2, 1, seed=3), 5), "one word", ("length-one",)),
    Case(lambda: (_mixes(4, 4, 9), integers(4, 4, 4, seed=5), 4), "all sizes equal: no wrong axis "
         "raises", ("equal-sizes",), probe=True),
)  # fmt: skip

# Which ids are exchanged at step t: True where they are.
WHERE = {
    "there": lambda places, t: places == t,
    "from there on": lambda places, t: places >= t,
    "up to there": lambda places, t: places <= t,
    "everywhere": lambda places, t: places >= 0,
}


def variant(model, ids, vocab, where="there", other=lambda ids, vocab: (ids + 1) % vocab,
            most=lambda moved: moved.amax((0, 2)), after=lambda table: table):  # fmt: skip
    """leak_table with one switch for each thing that can go wrong."""
    places, columns = torch.arange(ids.shape[1]).expand_as(ids), []
    for t in range(ids.shape[1]):
        changed = torch.where(WHERE[where](places, t), other(ids, vocab), ids)
        columns.append(most((model(changed) - model(ids)).abs()))
    return after(torch.stack(columns, 1))


MISTAKES = (
    twist("turned", "The table is turned: row i tells which word was changed. A row should be an "
          "output, a column the word that was changed.", after=lambda table: table.T),
    twist("changes-pile-up", "The changes pile up: word t is changed, and those before it stay "
          "changed. Take a fresh ids.clone() for each t.", where="up to there"),
    twist("all-that-follow", "All words from t on are changed: word t alone should be.",
          where="from there on"),
    twist("all-words", "All words are changed each time: word t alone should be.",
          where="everywhere"),
    twist("sum-of-all", "It adds up what moves; the largest is asked.",
          most=lambda moved: moved.sum((0, 2))),
    twist("last-row-only", "Only the last row of the batch is looked at.",
          most=lambda moved: moved[-1].amax(-1)),
    twist("not-wrapped", "The last id of the vocabulary stays as it is: the next one is 0, by "
          "% vocab.", other=lambda ids, vocab: (ids + 1).clamp(max=vocab - 1)),
    twist("one-id-for-all", "Every word becomes id 0: a word that is 0 already stays, and nothing "
          "moves.", other=lambda ids, vocab: torch.zeros_like(ids)),
    twist("yes-or-no", "It says whether an output moves; it should say how far.",
          after=lambda table: (table > 0).to(table.dtype)),
    Mistake("other-words-said", "It counts where another word becomes the likeliest; how far the "
            "logits move is asked.", lambda model, ids, vocab: variant(
                lambda x: one_hot(model(x).argmax(-1), vocab).float(), ids, vocab)),
)  # fmt: skip

SIGNS = (
    Sign("nothing-moves", "By this table no output ever moves.",
         lambda a, g, w: bool(w.any()) and not g.any()),
    Sign("below-zero", "Some entries are below 0: how far something moves has no sign.",
         lambda a, g, w: bool((g < 0).any()), every=False),
)  # fmt: skip

EXERCISE = Exercise(leak_table, HINTS, CASES, MISTAKES, variant, SIGNS, any_float=True)
