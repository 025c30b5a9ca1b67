"""Several modules made one: names that clash are kept apart."""

import ast
from dataclasses import dataclass, field

Imports = dict[str, tuple[str, str]]  # the name it binds -> (module, "" or the name taken from it)


@dataclass
class Module:
    """A kept answer in pieces: what it imports, and its definitions by name."""

    imports: Imports = field(default_factory=dict)
    blocks: dict[str, str] = field(default_factory=dict)

    @classmethod
    def parsed(cls, source: str) -> "Module":
        """The pieces of a source as `standing_alone` writes it."""
        module, lines = cls(), source.splitlines()
        for node in ast.parse(source).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                module.imports |= _bindings(node)
                continue
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
            name = node.name if hasattr(node, "name") else node.targets[0].id
            module.blocks[name] = "\n".join(lines[first - 1 : node.end_lineno])
        return module

    @property
    def libraries(self) -> set[str]:
        """The packages that it imports."""
        return {where.split(".")[0] for where, _ in self.imports.values()}


def _bindings(node: ast.Import | ast.ImportFrom) -> Imports:
    if isinstance(node, ast.ImportFrom):
        return {a.asname or a.name: (node.module or "", a.name) for a in node.names}
    return {a.asname or a.name: (a.name, "") for a in node.names}


class Joined:
    """One module out of many; ``add`` returns the definitions that are new, clashes renamed."""

    def __init__(self, main: dict[str, str], imports: Imports, reserved: set[str]):
        self.defined = dict(main)  # the parts' own functions: they keep their names
        self.imports, self.reserved = dict(imports), set(reserved)

    def add(self, name: str, module: Module) -> list[str]:
        """Definitions of the answer ``name``, its helpers under names that nobody else has."""
        clash = any(self._differs(own, text) for own, text in module.blocks.items() if own != name)
        # Where one helper has to be renamed, all are: equal lines may call unequal helpers.
        rename = {own: self._free(own, name) for own in module.blocks if clash and own != name}
        for bound, line in module.imports.items():
            taken = self.imports.get(bound, line) != line or bound in self.reserved | {
                *self.defined
            }
            if taken and self.imports.get(bound) != line:
                rename[bound] = self._free(bound, name)
            self.imports[rename.get(bound, bound)] = line
        new = []
        for own, text in module.blocks.items():
            called = rename.get(own, own)
            if own != name and called in self.defined:
                continue
            self.defined[called] = text if own == called else ""
            new.append(renamed(text, rename))
        return new

    def _differs(self, name: str, text: str) -> bool:
        taken = name in self.reserved or name in self.imports
        return taken or self.defined.get(name, text) != text

    def _free(self, name: str, of: str) -> str:
        free = f"{name}_of_{of}"
        while free in self.defined or free in self.imports or free in self.reserved:
            free += "_"
        return free

    def import_lines(self) -> list[str]:
        """All imports, a line each."""
        return sorted({_line(bound, *line) for bound, line in self.imports.items()})


def _line(bound: str, where: str, name: str) -> str:
    if name:
        return f"from {where} import {name}" + (f" as {bound}" if bound != name else "")
    return f"import {where}" + (f" as {bound}" if bound != where else "")


def renamed(source: str, names: dict[str, str]) -> str:
    """The source with other global names; a function's own variables keep theirs."""
    if not names:
        return source
    found = [*_places(ast.parse(source), names, set(), source)]
    lines = [line.encode() for line in source.split("\n")]
    for row, column, old in sorted(set(found), reverse=True):
        line = lines[row - 1]
        end = column + len(old.encode())
        lines[row - 1] = line[:column] + names[old].encode() + line[end:]
    return b"\n".join(lines).decode()


def _places(node: ast.AST, names: dict[str, str], local: set[str], source: str):
    if isinstance(node, ast.Name) and node.id in names.keys() - local:
        yield node.lineno, node.col_offset, node.id
    inside = local
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        inside = local | _own_names(node)
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in names.keys() - local:
        line = source.split("\n")[node.lineno - 1].encode()
        yield node.lineno, line.index(node.name.encode(), node.col_offset + 4), node.name
    for child in ast.iter_child_nodes(node):
        yield from _places(child, names, inside, source)


def _own_names(function: ast.FunctionDef | ast.Lambda) -> set[str]:
    """What a function binds itself: its arguments, and what it assigns or defines."""
    own = {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}
    body = function.body if isinstance(function.body, list) else [function.body]
    for node in (n for statement in body for n in ast.walk(statement)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            own.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            own |= set(_bindings(node))
    return own
