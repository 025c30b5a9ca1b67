"""The same slip in several places: one edit of each place that reads alike."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from .mutations import MISSING, Change

LIKELY = 4  # edits that are less so are not made twice
MOST = 4  # places


@dataclass(frozen=True)
class Edit:
    """One change, or the same in several places; ``rank``: the smaller, the likelier."""

    changes: tuple[Change, ...]
    rank: int

    @contextmanager
    def made(self) -> Iterator[None]:
        with ExitStack() as stack:
            for change in self.changes:
                stack.enter_context(change.made())
            yield


def edits(changes: Sequence[Change]) -> list[Edit]:
    """Each change alone, then those that are the same up to names, together."""
    alone = [Edit((change,), change.rank) for change in changes]
    before = {}
    for change in changes:
        old = old_of(change)
        if isinstance(old, ast.Call | ast.BinOp | ast.List) and id(old) not in before:
            before[id(old)] = _shape(old)
    shapes = list(before.values())
    twins: dict[str, dict[int, Change]] = defaultdict(dict)
    for change in changes:
        old = old_of(change)
        shape = before.get(id(old), "")
        likely = change.rank <= LIKELY and isinstance(change.new, ast.expr)
        if likely and change.new is not MISSING and shapes.count(shape) > 1:
            twins[f"{shape} > {_shape(change.new)}"].setdefault(id(old), change)
    several = [tuple(found.values()) for found in twins.values() if 1 < len(found) <= MOST]
    return [*alone, *(Edit(found, found[0].rank + 2) for found in several)]


def old_of(change: Change) -> object:
    """What stands where the change is made."""
    old = getattr(change.parent, change.field)
    return old[change.index] if change.index is not None else old


def _shape(node: ast.AST) -> str:
    return re.sub(r"[A-Za-z_]\w*", "n", ast.unparse(ast.fix_missing_locations(node)))
