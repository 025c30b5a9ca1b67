"""Answers to ``reorder_cache``."""

import torch

from tests.answers import right, wrong


@right
def two_lines_in_a_loop(cache, rows):
    new = []
    for k, v in cache:
        new.append((k[rows], v[rows]))
    return new


@right
def index_select(cache, rows):
    return [tuple(x.index_select(0, rows) for x in pair) for pair in cache]


@right
def stacked_rows(cache, rows):
    out = []
    for layer in cache:
        k, v = layer
        out.append((torch.stack([k[int(r)] for r in rows]), torch.stack([v[int(r)] for r in rows])))
    return out


@right
def gathered(cache, rows):
    def pick(x):
        return x.gather(0, rows.view(-1, 1, 1, 1).expand(-1, *x.shape[1:]))

    return [(pick(k), pick(v)) for k, v in cache]


@right
def one_hot_product(cache, rows):
    def pick(x):
        hot = torch.nn.functional.one_hot(rows, len(x)).to(x.dtype)
        return torch.einsum("mn,nhld->mhld", hot, x)

    return [(pick(k), pick(v)) for k, v in cache]


@right
def lists_and_tolist(cache, rows):
    order = rows.tolist()
    return [[k[order].clone(), v[order].clone()] for k, v in cache]


@right
def filled_buffers(cache, rows):
    result = []
    for k, v in cache:
        new_k = k.new_empty(len(rows), *k.shape[1:])
        new_v = v.new_empty(len(rows), *v.shape[1:])
        for i, r in enumerate(rows):
            new_k[i] = k[r]
            new_v[i] = v[r]
        result.append((new_k, new_v))
    return result


@right
def mapped_tuple(cache, rows):
    def pick(pair):
        return tuple(torch.cat([x[r : r + 1] for r in rows]) for x in pair)

    return tuple(map(pick, cache))


@right
def take_along_flat_rows(cache, rows):
    return [tuple(x.flatten(1)[rows].unflatten(1, x.shape[1:]) for x in pair) for pair in cache]


@wrong("as it was")
def returns_the_same(cache, rows):
    return list(cache)


@wrong("values are not|values")
def keys_alone(cache, rows):
    return [(k[rows], v) for k, v in cache]


@wrong("the keys are not")
def values_alone(cache, rows):
    return [(k, v[rows]) for k, v in cache]


@wrong("changes-its-input|changed|changes")
def assigns_into_the_list(cache, rows):
    for i in range(len(cache)):
        k, v = cache[i]
        cache[i] = (k[rows], v[rows])
    return cache


@wrong("written over|one history")
def row_by_row_in_a_copy(cache, rows):
    new = [(k.clone(), v.clone()) for k, v in cache]
    for k, v in new:
        for i, r in enumerate(rows):
            k[i] = k[r]
            v[i] = v[r]
    return new


@wrong("the old rows [0, 1, 2, 3, 0], where rows is [4]")
def scatters(cache, rows):
    new = [(k.clone(), v.clone()) for k, v in cache]
    for (a, b), (k, v) in zip(new, cache, strict=True):
        for i, r in enumerate(rows):
            a[r] = k[i]
            b[r] = v[i]
    return new


@wrong("Its rows are the old rows [2, 0, 1]")
def undoes_the_order(cache, rows):
    back = torch.argsort(rows)
    return [(k[back], v[back]) for k, v in cache]


@wrong("heads")
def second_axis(cache, rows):
    return [(k[:, rows], v[:, rows]) for k, v in cache]


@wrong("another number of rows")
def third_axis(cache, rows):
    return [(k.index_select(2, rows), v.index_select(2, rows)) for k, v in cache]


@wrong("layers")
def reorders_the_list(cache, rows):
    return [cache[r] for r in rows]


@wrong("first layer")
def first_layer(cache, rows):
    k, v = cache[0]
    return [(k[rows], v[rows]), *cache[1:]]


@wrong("only the first of `cache`")
def returns_inside_the_loop(cache, rows):
    for k, v in cache:
        return [(k[rows], v[rows])]


@wrong("swapped")
def pairs_turned(cache, rows):
    return [(v[rows], k[rows]) for k, v in cache]


@wrong("not a list with one pair")
def flat(cache, rows):
    out = []
    for k, v in cache:
        out += [k[rows], v[rows]]
    return out


@wrong("all keys and all values|keys, values")
def keys_and_values_apart(cache, rows):
    return [k[rows] for k, _ in cache], [v[rows] for _, v in cache]


@wrong("unique|come once")
def without_doubles(cache, rows):
    kept = torch.unique(rows)
    return [(k[kept], v[kept]) for k, v in cache]


@wrong("Its rows are the old rows [0, 1, 1]")
def in_sorted_order(cache, rows):
    kept, _ = rows.sort()
    return [(k[kept], v[kept]) for k, v in cache]


@wrong("Its rows are the old rows [1, 1, 1]")
def best_beam(cache, rows):
    return [
        (k[rows[0]].expand(len(rows), -1, -1, -1), v[rows[0]].expand(len(rows), -1, -1, -1))
        for k, v in cache
    ]


@wrong("moved as a whole")
def newest_column(cache, rows):
    new = []
    for k, v in cache:
        take = torch.arange(len(rows)) % len(k)
        a, b = k[take].clone(), v[take].clone()
        a[:, :, -1], b[:, :, -1] = k[rows, :, -1], v[rows, :, -1]
        new.append((a, b))
    return new


@wrong("It has 2 rows here, the old rows [0, 1]")
def repeats_by_rows(cache, rows):
    return [(k.repeat_interleave(rows, 0), v.repeat_interleave(rows, 0)) for k, v in cache]


@wrong("a value of the wrong type")
def indexes_the_cache(cache, rows):
    return cache[rows]


@wrong("keys come back|keys|as-if-k-for-v")
def keys_for_values(cache, rows):
    return [(k[rows], k[rows]) for k, v in cache]


@wrong("not in this kind of case: float64")
def always_float32(cache, rows):
    return [(k[rows].float(), v[rows].float()) for k, v in cache]


@wrong("left over|as many rows|number of rows")
def old_size(cache, rows):
    new = []
    for k, v in cache:
        a, b = k.clone(), v.clone()
        for i, r in enumerate(rows.tolist()):
            if i < len(a):
                a[i], b[i] = k[r], v[r]
        new.append((a, b))
    return new


@wrong("not a list with one pair")
def list_begun_anew(cache, rows):
    for k, v in cache:
        new = []
        new.append((k[rows], v[rows]))
    return new


@wrong("picked once more")
def rows_composed_from_layer_to_layer(cache, rows):
    new, now = [], torch.arange(len(cache[0][0]))
    for k, v in cache:
        now = now[rows % len(now)]
        new.append((k[now], v[now]))
    return new


@wrong("number of axes|stack")
def rows_joined_by_cat(cache, rows):
    return [(torch.cat([k[r] for r in rows]), torch.cat([v[r] for r in rows])) for k, v in cache]


@wrong("Right here: layer 0 of 2")
def first_pair_repeated(cache, rows):
    k, v = cache[0]
    return [(k[rows], v[rows])] * len(cache)


@wrong("wrong way round")
def written_into_zeros(cache, rows):
    new = []
    for k, v in cache:
        nk, nv = torch.zeros_like(k), torch.zeros_like(v)
        for i, r in enumerate(rows.tolist()):
            nk[r], nv[r] = k[i], v[i]
        new.append((nk, nv))
    return new
