"""Beam search that weighs length: finished sentences stand apart, and a rule says when to stop."""

import torch

from ...checker.core import Case, Exercise, Sign, twist
from .trees import OVERTAKEN, tree

# To end at once has 0.4; word 1 has a little less, and then the end is nearly sure.
AT_ONCE = {(0,): [0.02, 0.38, 0.2, 0.4], (0, 1): [0.02, 0.03, 0.05, 0.9]}


def penalised_beam_search(next_log_probs, bos_id, eos_id, num_beams, max_len, alpha):
    beams, finished = [(0.0, [bos_id])], []
    for n in range(1, max_len):
        children = []
        for total, ids in beams:
            log_p = next_log_probs(torch.tensor([ids]))[0]
            best = log_p.argsort(descending=True)[: num_beams + 1]  # one of them may be eos
            children += [(total + log_p[i].item(), [*ids, i]) for i in best.tolist()]
        children.sort(reverse=True)
        for total, ids in children[:num_beams]:
            if ids[-1] == eos_id or n == max_len - 1:
                finished.append((total / n**alpha, ids))
        finished = sorted(finished, reverse=True)[:num_beams]
        beams = [child for child in children if child[1][-1] != eos_id][:num_beams]
        if len(finished) == num_beams and beams[0][0] / n**alpha <= finished[-1][0]:
            break
    return torch.tensor([finished[0][1]])


HINTS = (
    "Keep two lists: beams, ranked by their sums, and finished sentences, ranked by sum / n ** "
    "alpha. What ends leaves the beams, so num_beams others always go on.",
    "In each round sort all children by their sums. Of the num_beams best, those that end in eos "
    "are finished, with their score; in the last round all of the num_beams best are. The "
    "num_beams best children that do not end in eos are the next beams.",
    "Keep the num_beams best finished ones. When there are as many, and the best beam's own sum / "
    "n ** alpha does not beat the worst of them, stop. At last give back the best finished one.",
    "for n in range(1, max_len): children sorted; finished += [(s / n**alpha, ids) for s, ids in "
    "children[:num_beams] if ids[-1] == eos_id or n == max_len - 1], cut to the num_beams best; "
    "beams = the num_beams best without eos; break if len(finished) == num_beams and "
    "beams[0][0] / n**alpha <= finished[-1][0]",
)

CASES = (
    Case(lambda: (tree(4, 1, known=AT_ONCE), 0, 3, 2, 4, 1.0),
         "eos is 3; to end at once has 0.4, so -0.92 a token; 1 and then eos has 0.342 in all, so "
         "-0.54 a token"),
    Case(lambda: (tree(7, 130, ending=lambda n: 0.6 * n - 1.8, spread=1.0), 2, 6, 3, 9, 2.0),
         "three beams, alpha 2, sentences of many lengths", ("alpha-2",)),
    Case(lambda: (tree(5, 22, ending=lambda n: 0.2 * n - 1.8, spread=0.8), 2, 4, 3, 6, 0.5),
         "three beams, alpha 0.5; max_len ends beams that are better than the finished ones",
         ("cut-off",)),
    Case(lambda: (tree(6, 21, ending=lambda n: 0.4 * n - 0.6, spread=0.8, eos=0), 2, 0, 4, 6, 1.5),
         "eos is 0, the smallest id; four beams, alpha 1.5", ("small-eos",)),
    Case(lambda: (tree(6, 8, ending=lambda n: 0.6 * n - 0.6, spread=1.0), 2, 5, 3, 8, 1.5),
         "three beams; the longer sentence wins by the penalty alone", ("longer-wins",)),
    Case(lambda: (tree(5, 37, ending=lambda n: 0.6 * n - 1.2, eos=0, spread=1.0), 2, 0, 4, 8, 1.5),
         "four have ended, and a beam still scores between the best of them and the worst",
         ("between",)),
    Case(lambda: (tree(7, 91, ending=lambda n: 0.6 * n - 1.2, spread=0.5, eos=0), 2, 0, 3, 7, 0.7),
         "three beams of nearly equal words, alpha 0.7", ("nearly-equal",)),
    Case(lambda: (tree(4, 1, known=OVERTAKEN), 0, 3, 2, 6, 0.0),
         "alpha 0: the sums themselves; what ends first is overtaken", ("alpha-0",)),
    Case(lambda: (tree(6, 233, ending=lambda n: 0.4 * n - 0.8, spread=0.8), 3, 5, 4, 6, 0.0),
         "alpha 0: the empty sentence is likeliest", ("alpha-0",)),
    Case(lambda: (tree(9, 6, ending=lambda n: 0.6 * n - 1.8, spread=0.8), 4, 8, 1, 12, 1.0),
         "one beam: it stops at the first eos that nothing beats", ("one-beam",)),
    Case(lambda: (tree(7, 8), 3, 6, 2, 2, 1.0), "room for one token", ("one-token",)),
)  # fmt: skip


def variant(
    next_log_probs, bos_id, eos_id, num_beams, max_len, alpha, norm=lambda n, alpha: n**alpha,
    stop=lambda best, done, k: len(done) == k and best <= done[-1][0], others=True, cut=True,
    give=0,
):  # fmt: skip
    """penalised_beam_search with one switch for each thing that can go wrong."""
    beams, finished = [(0.0, [bos_id])], []
    for n in range(1, max_len):
        weight = norm(n, alpha)
        children = []
        for total, ids in beams:
            row = next_log_probs(torch.tensor([ids]))[0].tolist()
            children += [(total + p, [*ids, i]) for i, p in enumerate(row)]
        children.sort(reverse=True)
        for total, ids in children[:num_beams]:
            if ids[-1] == eos_id or (cut and n == max_len - 1):
                finished.append((total / weight, ids))
        finished = sorted(finished, reverse=True)[:num_beams]
        children = children if others else children[:num_beams]
        going = [child for child in children if child[1][-1] != eos_id][:num_beams]
        if not going or stop(going[0][0] / weight, finished, num_beams):
            break
        beams = going
    return torch.tensor([(finished or beams)[give][1]])


MISTAKES = (
    twist("bos-counted-in-the-length", "The length counts bos: n counts the written tokens, eos "
          "too, and not bos.", norm=lambda n, alpha: (n + 1) ** alpha),
    twist("wu-penalty", "It divides by ((5 + n) / 6) ** alpha, as Wu et al. do; n ** alpha was "
          "asked for.", norm=lambda n, alpha: ((5 + n) / 6) ** alpha),
    twist("alpha-times-n", "It divides by alpha * n; n ** alpha was asked for.",
          norm=lambda n, alpha: alpha * n or 1.0),
    twist("multiplied-by-the-length", "The sum is multiplied by n ** alpha: longer sentences get "
          "worse. It should be divided.", norm=lambda n, alpha: n**-alpha),
    twist("stops-at-the-first-end", "It stops as soon as one sentence has ended (first): wait for "
          "num_beams of them.", stop=lambda best, done, k: len(done) > 0),
    twist("stops-when-full", "It stops as soon as num_beams sentences have ended, though a beam "
          "still scores better than the worst of them.",
          stop=lambda best, done, k: len(done) == k),
    twist("compared-with-the-best", "The best beam is compared with the best finished sentence; "
          "the stop rule asks for the worst of the num_beams.",
          stop=lambda best, done, k: len(done) == k and best <= done[0][0]),
    twist("stops-before-it-is-full", "It stops although fewer than num_beams sentences have ended.",
          stop=lambda best, done, k: len(done) > 0 and best <= done[-1][0]),
    twist("never-stops", "It goes on to max_len: the stop rule has no effect, and longer "
          "sentences are found that the rule leaves out.", stop=lambda best, done, k: False),
    twist("finished-take-places", "What has ended takes a place among the beams: num_beams others "
          "should go on in every round.", others=False),
    twist("unfinished-lost", "At max_len the beams that have not ended are lost: in the last "
          "round all of the num_beams best count as finished.", cut=False),
    twist("worst-returned", "It returns the worst of the finished sentences.", give=-1),
)  # fmt: skip


def _ids(value):
    return torch.as_tensor(value).reshape(-1).tolist()


SIGNS = (
    Sign("does-not-start-with-bos", "It does not start with bos.",
         lambda a, g, w: _ids(g)[:1] != [a[1]]),
    Sign("goes-on-after-eos", "The sequence goes on after eos.",
         lambda a, g, w: a[2] in _ids(g)[1:-1], every=False),
    Sign("too-long", "It returns more than max_len tokens; bos counts as one of them.",
         lambda a, g, w: len(_ids(g)) > a[4], every=False),
    Sign("too-short", "It returns shorter sentences than expected: is the sum divided by n ** "
         "alpha, and does the search wait for num_beams finished ones?",
         lambda a, g, w: len(_ids(g)) < len(_ids(w))),
    Sign("wrong-sentence", "It returns another sentence than the best finished one: which "
         "children are finished, which go on, and when does the search stop?",
         lambda a, g, w: True, every=False),
)  # fmt: skip


EXERCISE = Exercise(penalised_beam_search, HINTS, CASES, MISTAKES, variant, SIGNS)
