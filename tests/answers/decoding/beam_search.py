"""Answers to ``beam_search``."""

import heapq

import torch

from tests.answers import right, wrong
from tformer import decoding


def _search(
    f, bos, eos, num_beams, limit, add=lambda s, p, n: s + p, key=lambda b: b[0], ended="stay",
    stop=all, pick=lambda beams: beams[0],
):  # fmt: skip
    """A beam search over lists; each wrong answer changes one thing."""
    beams = [(0.0, [bos])]
    while True:
        done = [len(b[1]) >= limit or (len(b[1]) > 1 and b[1][-1] == eos) for b in beams]
        if stop(done):
            return pick(beams)
        found = []
        for (score, ids), finished in zip(beams, done, strict=True):
            if finished and ended == "stay":
                found.append((score, ids))
            elif finished and ended == "filled":
                found.append((score, [*ids, eos]))
            elif not finished or ended == "go on":
                row = f(torch.tensor([ids]))[0].tolist()
                found += [(add(score, p, len(ids)), [*ids, i]) for i, p in enumerate(row)]
        if not found or max(len(ids) for _, ids in found) > limit:
            return pick(beams)
        beams = sorted(found, key=key, reverse=True)[:num_beams]


@right
def list_of_pairs(next_log_probs, bos_id, eos_id, num_beams, max_len):
    beams = [(0.0, [bos_id])]
    for _ in range(max_len - 1):
        found = []
        for score, ids in beams:
            if len(ids) > 1 and ids[-1] == eos_id:
                found.append((score, ids))
                continue
            for i, p in enumerate(next_log_probs(torch.tensor([ids]))[0].tolist()):
                found.append((score + p, [*ids, i]))
        beams = sorted(found, key=lambda pair: pair[0], reverse=True)[:num_beams]
    return torch.tensor([beams[0][1]])


@right
def stops_when_the_best_has_ended(next_log_probs, bos_id, eos_id, num_beams, max_len):
    beams = [(0.0, [bos_id])]
    while len(beams[0][1]) < max_len and (beams[0][1][-1] != eos_id or len(beams[0][1]) == 1):
        found = [b for b in beams if len(b[1]) > 1 and b[1][-1] == eos_id]
        live = [b for b in beams if b not in found]
        rows = next_log_probs(torch.tensor([ids for _, ids in live]))
        for (score, ids), row in zip(live, rows.tolist(), strict=True):
            found.extend((score + p, [*ids, i]) for i, p in enumerate(row))
        found.sort(reverse=True)
        beams = found[:num_beams]
    return torch.tensor([beams[0][1]])


@right
def heap_of_the_largest(next_log_probs, bos_id, eos_id, num_beams, max_len):
    beams = [(0.0, (bos_id,))]
    for length in range(1, max_len):
        pool = []
        for score, ids in beams:
            if length > 1 and ids[-1] == eos_id:
                pool.append((score, ids))
            else:
                row = next_log_probs(torch.tensor([list(ids)])).squeeze(0)
                pool += [(score + float(p), (*ids, i)) for i, p in enumerate(row)]
        beams = heapq.nlargest(num_beams, pool)
    return torch.tensor(beams[0][1]).unsqueeze(0)


@right
def one_topk_over_all(next_log_probs, bos_id, eos_id, num_beams, max_len):
    tokens, scores = torch.tensor([[bos_id]]), torch.zeros(1)
    ended = torch.zeros(1, dtype=torch.bool)
    sizes = torch.ones(1, dtype=torch.long)
    while tokens.shape[1] < max_len and not ended.all():
        log_probs = next_log_probs(tokens).clone()
        vocab = log_probs.shape[1]
        log_probs[ended] = -torch.inf
        log_probs[ended, eos_id] = 0.0  # a finished beam has one child: itself
        total = (scores[:, None] + log_probs).flatten()
        scores, index = total.topk(min(num_beams, int(total.isfinite().sum())))
        parent, token = index // vocab, index % vocab
        sizes = sizes[parent] + (~ended[parent]).long()
        ended = ended[parent] | (token == eos_id)
        tokens = torch.cat([tokens[parent], token[:, None]], 1)
    return tokens[:1, : sizes[0]]


@right
def two_lists_that_compete(next_log_probs, bos_id, eos_id, num_beams, max_len):
    live, finished = [([bos_id], torch.tensor(0.0, dtype=torch.float64))], []
    while live and len(live[0][0]) < max_len:
        children = list(finished)
        for ids, score in live:
            row = next_log_probs(torch.tensor(ids).view(1, -1)).double().view(-1)
            children += [([*ids, i], score + row[i]) for i in range(len(row))]
        children = sorted(children, key=lambda c: -c[1])[:num_beams]
        finished = [c for c in children if c[0][-1] == eos_id]
        live = [c for c in children if c[0][-1] != eos_id]
    return torch.tensor([max(live + finished, key=lambda c: c[1])[0]])


@right
def recursive_rounds(next_log_probs, bos_id, eos_id, num_beams, max_len):
    def grow(beams, size):
        if size == max_len:
            return beams
        kept = [b for b in beams if size > 1 and b[0][-1] == eos_id]
        for ids, score in beams:
            if size == 1 or ids[-1] != eos_id:
                best = next_log_probs(torch.tensor([ids]))[0].sort(descending=True)
                pairs = zip(best.values[:num_beams], best.indices[:num_beams], strict=True)
                kept += [([*ids, i.item()], score + v.item()) for v, i in pairs]
        return grow(sorted(kept, key=lambda b: b[1])[-num_beams:], size + 1)

    return torch.tensor([grow([([bos_id], 0.0)], 1)[-1][0]])


@right
def probabilities_in_logs_of_doubles(next_log_probs, bos_id, eos_id, num_beams, max_len):
    beams = {(bos_id,): 0.0}
    for _ in range(max_len - 1):
        children = {}
        for ids, score in beams.items():
            if ids[-1] == eos_id and len(ids) > 1:
                children[ids] = score
                continue
            for i, p in enumerate(next_log_probs(torch.tensor([ids]))[0].exp().tolist()):
                children[(*ids, i)] = score + float(torch.tensor(p).log())
        beams = dict(sorted(children.items(), key=lambda kv: kv[1], reverse=True)[:num_beams])
    return torch.LongTensor([next(iter(beams))])


@right
def costs_instead_of_scores(next_log_probs, bos_id, eos_id, num_beams, max_len):
    with torch.no_grad():
        beams = [(0.0, [bos_id], False)]
        while not all(done or len(ids) == max_len for _, ids, done in beams):
            pool = []
            for cost, ids, done in beams:
                if done:
                    pool.append((cost, ids, done))
                    continue
                nll = -next_log_probs(torch.tensor(ids)[None])[0]
                for i in range(nll.numel()):
                    pool.append((cost + nll[i].item(), [*ids, i], i == eos_id))
            beams = sorted(pool, key=lambda b: b[0])[:num_beams]
        return torch.tensor(beams[0][1], dtype=torch.long).reshape(1, -1)


@wrong("greedy")
def greedy(next_log_probs, bos_id, eos_id, num_beams, max_len):
    ids = torch.tensor([[bos_id]])
    while ids.shape[1] < max_len:
        ids = torch.cat([ids, next_log_probs(ids).argmax(-1, keepdim=True)], 1)
        if ids[0, -1] == eos_id:
            break
    return ids


@wrong("by-itself|alone|compete")
def beams_go_on_alone(next_log_probs, bos_id, eos_id, num_beams, max_len):
    if max_len == 1:
        return torch.tensor([[bos_id]])
    first = next_log_probs(torch.tensor([[bos_id]]))[0]
    best = None
    for p, i in zip(*first.topk(min(num_beams, len(first))), strict=True):
        ids, score = [bos_id, i.item()], p.item()
        while len(ids) < max_len and ids[-1] != eos_id:
            row = next_log_probs(torch.tensor([ids]))[0]
            score += row.max().item()
            ids.append(row.argmax().item())
        if best is None or score > best[0]:
            best = (score, ids)
    return torch.tensor([best[1]])


@wrong("extended|after eos|goes on")
def extends_what_has_ended(next_log_probs, bos_id, eos_id, num_beams, max_len):
    beams = [(0.0, [bos_id])]
    for _ in range(max_len - 1):
        pool = []
        for score, ids in beams:
            row = next_log_probs(torch.tensor([ids]))[0].tolist()
            pool += [(score + p, [*ids, i]) for i, p in enumerate(row)]
        beams = sorted(pool, reverse=True)[:num_beams]
    return torch.tensor([beams[0][1]])


@wrong("length|mean")
def ranked_by_the_mean(f, bos_id, eos_id, num_beams, max_len):
    key = lambda b: b[0] / max(1, len(b[1]) - 1)  # noqa: E731
    return torch.tensor([_search(f, bos_id, eos_id, num_beams, max_len, key=key)[1]])


@wrong("length|mean")
def best_mean_at_the_end(f, bos_id, eos_id, num_beams, max_len):
    pick = lambda beams: max(beams, key=lambda b: b[0] / len(b[1]))  # noqa: E731
    return torch.tensor([_search(f, bos_id, eos_id, num_beams, max_len, pick=pick)[1]])


@wrong("underflow")
def multiplies_probabilities(f, bos_id, eos_id, num_beams, max_len):
    beams, size = [(torch.tensor(1.0), [bos_id])], 1
    while size < max_len and not all(ids[-1] == eos_id and size > 1 for _, ids in beams):
        pool = []
        for score, ids in beams:
            if size > 1 and ids[-1] == eos_id:
                pool.append((score, ids))
            else:
                p = score * f(torch.tensor([ids]))[0].exp()
                pool += [(p[i], [*ids, i]) for i in range(len(p))]
        beams = sorted(pool, key=lambda b: b[0], reverse=True)[:num_beams]
        size += 1
    return torch.tensor([beams[0][1]])


@wrong("summed|added up")
def adds_probabilities(f, bos_id, eos_id, num_beams, max_len):
    add = lambda s, p, n: s + torch.tensor(p).exp().item()  # noqa: E731
    return torch.tensor([_search(f, bos_id, eos_id, num_beams, max_len, add=add)[1]])


@wrong("last|not-summed")
def forgets_the_old_score(f, bos_id, eos_id, num_beams, max_len):
    add = lambda s, p, n: p  # noqa: E731
    return torch.tensor([_search(f, bos_id, eos_id, num_beams, max_len, add=add)[1]])


@wrong("ascending|least|smallest")
def sorts_upwards(f, bos_id, eos_id, num_beams, max_len):
    key = lambda b: -b[0]  # noqa: E731
    return torch.tensor([_search(f, bos_id, eos_id, num_beams, max_len, key=key)[1]])


@wrong("last of the kept|worst|least")
def returns_the_last(f, bos_id, eos_id, num_beams, max_len):
    pick = lambda beams: beams[-1]  # noqa: E731
    return torch.tensor([_search(f, bos_id, eos_id, num_beams, max_len, pick=pick)[1]])


@wrong("first-end|as soon as|early")
def stops_when_any_has_ended(f, bos_id, eos_id, num_beams, max_len):
    return torch.tensor([_search(f, bos_id, eos_id, num_beams, max_len, stop=any)[1]])


@wrong("lost|finished")
def drops_the_finished(f, bos_id, eos_id, num_beams, max_len):
    return torch.tensor([_search(f, bos_id, eos_id, num_beams, max_len, ended="dropped")[1]])


@wrong("another eos|filled|after eos")
def pads_the_finished(f, bos_id, eos_id, num_beams, max_len):
    return torch.tensor([_search(f, bos_id, eos_id, num_beams, max_len, ended="filled")[1]])


@wrong("aside|take no place|likelier")
def finished_in_a_list_of_their_own(f, bos_id, eos_id, num_beams, max_len):
    live, finished = [(0.0, [bos_id])], []
    for _ in range(max_len - 1):
        pool = []
        for score, ids in live:
            row = f(torch.tensor([ids]))[0].tolist()
            pool += [(score + p, [*ids, i]) for i, p in enumerate(row)]
        pool = sorted(pool, reverse=True)[:num_beams]
        finished += [b for b in pool if b[1][-1] == eos_id]
        live = [b for b in pool if b[1][-1] != eos_id]
        if not live:
            break
    return torch.tensor([max(finished + live)[1]])


@wrong("bos|max_len|long")
def max_new_tokens(f, bos_id, eos_id, num_beams, max_len):
    return torch.tensor([_search(f, bos_id, eos_id, num_beams, max_len + 1)[1]])


@wrong("short|early|max_len")
def one_round_short(f, bos_id, eos_id, num_beams, max_len):
    return torch.tensor([_search(f, bos_id, eos_id, num_beams, max_len - 1)[1]])


@wrong("bos")
def without_bos(f, bos_id, eos_id, num_beams, max_len):
    ids = _search(f, bos_id, eos_id, num_beams, max_len)[1]
    return torch.tensor([ids[1:]], dtype=torch.long)


@wrong("eos")
def without_eos(f, bos_id, eos_id, num_beams, max_len):
    ids = _search(f, bos_id, eos_id, num_beams, max_len)[1]
    return torch.tensor([ids[:-1] if ids[-1] == eos_id else ids])


@wrong("axis|shape")
def a_vector(f, bos_id, eos_id, num_beams, max_len):
    return torch.tensor(_search(f, bos_id, eos_id, num_beams, max_len)[1])


@wrong("list")
def a_list(f, bos_id, eos_id, num_beams, max_len):
    return [_search(f, bos_id, eos_id, num_beams, max_len)[1]]


@wrong("score|tuple")
def with_its_score(f, bos_id, eos_id, num_beams, max_len):
    score, ids = _search(f, bos_id, eos_id, num_beams, max_len)
    return torch.tensor([ids]), score


@wrong("last token|all tokens")
def shows_the_last_token(f, bos_id, eos_id, num_beams, max_len):
    def short(tokens):
        return f(tokens[:, -1:])

    return torch.tensor([_search(short, bos_id, eos_id, num_beams, max_len)[1]])


@wrong("wrong beam|parent")
def prefixes_not_followed(next_log_probs, bos_id, eos_id, num_beams, max_len):
    if max_len == 1:
        return torch.tensor([[bos_id]])
    first = next_log_probs(torch.tensor([[bos_id]]))[0]
    scores, token = first.topk(min(num_beams, len(first)))
    tokens = torch.stack([torch.full_like(token, bos_id), token], 1)
    while tokens.shape[1] < max_len and not (tokens[:, 1:] == eos_id).any(1).all():
        row = next_log_probs(tokens)
        ended = (tokens[:, 1:] == eos_id).any(1)
        row = row.masked_fill(ended[:, None], -torch.inf)
        row[ended, eos_id] = 0.0
        scores, index = (scores[:, None] + row).flatten().topk(len(tokens))
        tokens = torch.cat([tokens, (index % row.shape[1])[:, None]], 1)
    ids = tokens[0].tolist()
    return torch.tensor([ids[: ids.index(eos_id, 1) + 1] if eos_id in ids[1:] else ids])


@wrong("length|penalty|mean|normalis")
def function_of_the_package(f, bos_id, eos_id, num_beams, max_len):
    prompt = torch.tensor([[bos_id]])
    if max_len == 1:
        return prompt
    return decoding.beam_search(f, prompt, num_beams=num_beams, max_length=max_len,
                                eos_id=eos_id, length_penalty=1.0)[0]  # fmt: skip


@wrong("random|sampl")
def samples_its_beams(next_log_probs, bos_id, eos_id, num_beams, max_len):
    ids = [bos_id]
    while len(ids) < max_len and (len(ids) == 1 or ids[-1] != eos_id):
        p = next_log_probs(torch.tensor([ids]))[0].exp()
        ids.append(torch.multinomial(p, 1).item())
    return torch.tensor([ids])


@wrong("as soon as")
def first_finished_is_the_answer(next_log_probs, bos_id, eos_id, num_beams, max_len):
    beams = [([bos_id], 0.0)]
    for _ in range(max_len - 1):
        cand = []
        for ids, s in beams:
            lp = next_log_probs(torch.tensor([ids]))[0]
            cand += [([*ids, t], s + p) for t, p in enumerate(lp.tolist())]
        beams = sorted(cand, key=lambda c: -c[1])[:num_beams]
        for ids, _ in beams:
            if ids[-1] == eos_id:
                return torch.tensor([ids])
    return torch.tensor([beams[0][0]])


@wrong("multiplied with each other")
def scores_multiplied_from_one(next_log_probs, bos_id, eos_id, num_beams, max_len):
    beams = [([bos_id], 1.0)]
    for _ in range(max_len - 1):
        cand = []
        for ids, s in beams:
            if len(ids) > 1 and ids[-1] == eos_id:
                cand.append((ids, s))
                continue
            lp = next_log_probs(torch.tensor([ids]))[0]
            cand += [([*ids, t], s * p) for t, p in enumerate(lp.tolist())]
        beams = sorted(cand, key=lambda c: -c[1])[:num_beams]
    return torch.tensor([beams[0][0]])


@wrong("twice as many")
def twice_as_many_kept(next_log_probs, bos_id, eos_id, num_beams, max_len):
    beams = [([bos_id], 0.0)]
    for _ in range(max_len - 1):
        cand = []
        for ids, s in beams:
            if len(ids) > 1 and ids[-1] == eos_id:
                cand.append((ids, s))
                continue
            lp = next_log_probs(torch.tensor([ids]))[0]
            top = lp.topk(min(2 * num_beams, len(lp)))
            pairs = zip(top.indices.tolist(), top.values.tolist(), strict=True)
            cand += [([*ids, t], s + p) for t, p in pairs]
        beams = sorted(cand, key=lambda c: -c[1])[: 2 * num_beams]
    return torch.tensor([beams[0][0]])


def _kept(f, bos_id, eos_id, num_beams, max_len):
    beams = [(0.0, [bos_id])]
    for _ in range(max_len - 1):
        longer = []
        for score, ids in beams:
            if ids[-1] == eos_id and len(ids) > 1:
                longer.append((score, ids))
            else:
                row = f(torch.tensor([ids]))[0].tolist()
                longer += [(score + p, [*ids, i]) for i, p in enumerate(row)]
        beams = sorted(longer, key=lambda pair: pair[0], reverse=True)[:num_beams]
    return beams


@wrong("pairs of score and ids")
def returns_all_pairs(f, bos_id, eos_id, num_beams, max_len):
    return _kept(f, bos_id, eos_id, num_beams, max_len)


@wrong("all kept beams")
def returns_the_ids_of_all(f, bos_id, eos_id, num_beams, max_len):
    return [ids for _, ids in _kept(f, bos_id, eos_id, num_beams, max_len)]
