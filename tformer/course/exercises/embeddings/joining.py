"""Joining a pair of neighbours, rightly and wrongly, for learning merges and applying them."""

from itertools import pairwise


def pairs(parts):
    """The neighbours, in order."""
    return list(pairwise(parts))


def everywhere(parts, pair):
    joined = []
    for part in parts:
        if joined and (joined[-1], part) == tuple(pair):
            joined[-1] = joined[-1] + part
        else:
            joined.append(part)
    return joined


def once(parts, pair):
    for i, found in enumerate(pairs(parts)):
        if found == tuple(pair):
            return [*parts[:i], parts[i] + parts[i + 1], *parts[i + 2 :]]
    return parts


def from_the_right(parts, pair):
    joined = []
    for part in reversed(parts):
        if joined and (part, joined[-1]) == tuple(pair):
            joined[-1] = part + joined[-1]
        else:
            joined.append(part)
    return joined[::-1]
