"""Answers to ``penalised_beam_search``."""

import heapq

import torch

from tests.answers import right, wrong
from tformer import decoding


@right
def function_of_the_package(f, bos_id, eos_id, num_beams, max_len, alpha):
    how = dict(num_beams=num_beams, max_length=max_len, eos_id=eos_id, length_penalty=alpha)
    return decoding.beam_search(f, torch.tensor([[bos_id]]), **how)[0]


@right
def one_topk_over_all_children(next_log_probs, bos_id, eos_id, num_beams, max_len, alpha):
    tokens, totals, done = torch.tensor([[bos_id]]), torch.zeros(1), []
    for n in range(1, max_len):
        log_p = next_log_probs(tokens)
        flat = (totals[:, None] + log_p).flatten()
        best, index = flat.sort(descending=True)
        parent, token = index // log_p.shape[1], index % log_p.shape[1]
        longer = torch.cat([tokens[parent], token[:, None]], 1)
        over = (token == eos_id) | (n + 1 == max_len)
        for i in range(min(num_beams, len(flat))):
            if over[i]:
                done.append((best[i].item() / n**alpha, longer[i : i + 1]))
        done.sort(key=lambda pair: -pair[0])
        del done[num_beams:]
        going = (token != eos_id).nonzero().flatten()[:num_beams]
        tokens, totals = longer[going], best[going]
        if len(done) == num_beams and totals[0] / n**alpha <= done[-1][0]:
            break
    return done[0][1]


@right
def heaps(next_log_probs, bos_id, eos_id, num_beams, max_len, alpha):
    live, done, n = [(0.0, (bos_id,))], [], 0
    while n + 1 < max_len:
        n += 1
        pool = []
        for s, ids in live:
            row = next_log_probs(torch.tensor([list(ids)]))[0].tolist()
            pool += [(s + p, (*ids, i)) for i, p in enumerate(row)]
        top = heapq.nlargest(num_beams, pool)
        done += [(s / n**alpha, ids) for s, ids in top if ids[-1] == eos_id or n + 1 == max_len]
        done = heapq.nlargest(num_beams, done)
        live = heapq.nlargest(num_beams, [c for c in pool if c[1][-1] != eos_id])
        if len(done) >= num_beams and not live[0][0] / n**alpha > min(done)[0]:
            break
    return torch.tensor([list(max(done)[1])])


def _search(f, bos, eos, k, most, weight, stop=None, take=None, last=True, pick=0):
    """Over lists; each wrong answer changes one thing."""
    beams, done = [([bos], 0.0)], []
    for n in range(1, most):
        pool = []
        for ids, s in beams:
            row = f(torch.tensor([ids]))[0].tolist()
            pool += [([*ids, i], s + p) for i, p in enumerate(row)]
        pool.sort(key=lambda c: -c[1])
        for ids, s in pool[: take or k]:
            if ids[-1] == eos or (last and n == most - 1):
                done.append((ids, s / weight(n)))
        done = sorted(done, key=lambda c: -c[1])[:k]
        beams = [c for c in pool if c[0][-1] != eos][:k]
        best = beams[0][1] / weight(n)
        if stop(done, best) if stop else len(done) == k and best <= done[-1][1]:
            break
    return torch.tensor([(done or beams)[pick][0]])


@wrong("without `/ n ** alpha`")
def ranked_by_the_sum(f, bos_id, eos_id, num_beams, max_len, alpha):
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: 1)


@wrong("counts bos|bos-counted")
def length_of_the_whole_row(f, bos_id, eos_id, num_beams, max_len, alpha):
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: (n + 1) ** alpha)


@wrong("Wu")
def as_in_the_paper(f, bos_id, eos_id, num_beams, max_len, alpha):
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: ((5 + n) / 6) ** alpha)


@wrong("multiplied")
def multiplies(f, bos_id, eos_id, num_beams, max_len, alpha):
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: 1 / n**alpha)


@wrong("`alpha` were always 1")
def mean_a_token(f, bos_id, eos_id, num_beams, max_len, alpha):
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: n)


@wrong("alpha * n")
def alpha_times_n(f, bos_id, eos_id, num_beams, max_len, alpha):
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: alpha * n or 1)


@wrong("first")
def stops_at_the_first(f, bos_id, eos_id, num_beams, max_len, alpha):
    stop = lambda done, best: bool(done)  # noqa: E731
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: n**alpha, stop)


@wrong("still scores better|full")
def stops_when_there_are_enough(f, bos_id, eos_id, num_beams, max_len, alpha):
    stop = lambda done, best: len(done) == num_beams  # noqa: E731
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: n**alpha, stop)


@wrong("compared with the best")
def beats_the_best(f, bos_id, eos_id, num_beams, max_len, alpha):
    stop = lambda done, best: len(done) == num_beams and best <= done[0][1]  # noqa: E731
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: n**alpha, stop)


@wrong("fewer than")
def does_not_wait_for_all(f, bos_id, eos_id, num_beams, max_len, alpha):
    stop = lambda done, best: bool(done) and best <= done[-1][1]  # noqa: E731
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: n**alpha, stop)


@wrong("goes on to max_len|never")
def goes_on_to_the_end(f, bos_id, eos_id, num_beams, max_len, alpha):
    stop = lambda done, best: False  # noqa: E731
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: n**alpha, stop)


@wrong("without `[:num_beams]`: `children")
def every_end_is_finished(f, bos_id, eos_id, num_beams, max_len, alpha):
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: n**alpha, take=10**6)


@wrong("unfinished|are lost")
def forgets_what_is_cut_off(f, bos_id, eos_id, num_beams, max_len, alpha):
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: n**alpha, last=False)


@wrong("worst")
def returns_the_last(f, bos_id, eos_id, num_beams, max_len, alpha):
    return _search(f, bos_id, eos_id, num_beams, max_len, lambda n: n**alpha, pick=-1)


@wrong("place")
def ended_ones_take_places(f, bos_id, eos_id, num_beams, max_len, alpha):
    beams, done = [([bos_id], 0.0)], []
    for n in range(1, max_len):
        pool = []
        for ids, s in beams:
            row = f(torch.tensor([ids]))[0].tolist()
            pool += [([*ids, i], s + p) for i, p in enumerate(row)]
        pool = sorted(pool, key=lambda c: -c[1])[:num_beams]
        over = [c for c in pool if c[0][-1] == eos_id or n == max_len - 1]
        done = sorted([*done, *((c, s / n**alpha) for c, s in over)], key=lambda c: -c[1])
        done = done[:num_beams]
        beams = [c for c in pool if c[0][-1] != eos_id]
        if not beams or (len(done) == num_beams and beams[0][1] / n**alpha <= done[-1][1]):
            break
    return torch.tensor([done[0][0]])


@wrong("without `[:num_beams]`: `finished")
def compares_with_the_worst_of_all(f, bos_id, eos_id, num_beams, max_len, alpha):
    beams, done = [([bos_id], 0.0)], []
    for n in range(1, max_len):
        pool = []
        for ids, s in beams:
            row = f(torch.tensor([ids]))[0].tolist()
            pool += [([*ids, i], s + p) for i, p in enumerate(row)]
        pool.sort(key=lambda c: -c[1])
        done += [(c, s / n**alpha) for c, s in pool[:num_beams]
                 if c[-1] == eos_id or n == max_len - 1]  # fmt: skip
        done.sort(key=lambda c: -c[1])
        beams = [c for c in pool if c[0][-1] != eos_id][:num_beams]
        if len(done) == num_beams and beams[0][1] / n**alpha <= done[-1][1]:
            break
    return torch.tensor([done[0][0]])
