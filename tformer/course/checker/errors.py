"""What an exception in a learner's code most likely means."""

import re

from .core import Outcome

SHAPES = "shapes-do-not-fit"
TOLD_SHAPES = (
    (
        r"shapes cannot be multiplied \((\d+)x(\d+) and (\d+)x(\d+)\)",
        "They are ({0}, {1}) and ({2}, {3}): a product needs the second size of the one to be the "
        "first of the other.",
    ),
    (
        r"size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\) .*dimension (\d+)",
        "Along axis {2} the one has {0} entries, the other {1}.",
    ),
    (
        r"first two dimensions of batch2 tensor to be: \[(.*?)\] but got: \[(.*?)\]",
        "The second begins with the sizes ({1}), where the first needs ({0}).",
    ),
    (r"shape '\[(.*?)\]' is invalid for input of size (\d+)", "{1} entries do not fill ({0})."),
)
BLANK = "^(?!.*indices must be).*ellipsis"  # an operation on `...`, but not x[...]

# kind of exception, pattern of its message, slug, sentence
KNOWN = (
    (
        "TypeError|AttributeError",
        BLANK,
        "blank-still-open",
        "It uses a value that is still written as `...`: put the code there.",
    ),
    (
        "RuntimeError|ValueError|IndexError",
        "must match|cannot be multiplied|expected size|shapes? |broadcast|einsum|invalid for input"
        "|number of dimensions",
        SHAPES,
        "Two shapes do not fit together in one step of it.",
    ),
    (
        "RuntimeError|ValueError",
        "ambiguous",
        "tensor-as-a-condition",
        "A whole tensor stands where one yes or no is needed, as in if, and, or: ask `is not None`,"
        " join with & and |, or reduce it with any() or all().",
    ),
    (
        "NotImplementedError|RuntimeError",
        "not implemented for '?(Long|Int|Bool|Byte|Short)",
        "needs-floats",
        "An operation for floats is given whole numbers or booleans: is it the right tensor?",
    ),
    (
        "RuntimeError",
        "modified by an inplace operation",
        "changed-before-backward",
        "A tensor that backward needs has been changed since it was computed: by a step of the "
        "optimizer, or in place.",
    ),
    (
        "RuntimeError|TypeError",
        "dtype|scalar type|type Long|Float",
        "dtypes-do-not-fit",
        "It mixes tensors of different dtypes in one operation.",
    ),
    (
        "IndexError",
        "Dimension out of range|too many indices|Dimension specified",
        "axis-out-of-range",
        "It names an axis that this input does not have; the number of axes varies.",
    ),
    (
        "RuntimeError",
        "index .*out of|out of bounds|num_classes",
        "index-out-of-range",
        "It reads an entry that does not exist: an index is too large or negative.",
    ),
    (
        "ValueError",
        "unpack",
        "wrong-number-of-axes",
        "It takes the shape apart into a fixed number of sizes, and this input has another number.",
    ),
    (
        "TypeError",
        "positional argument|keyword argument|unexpected keyword",
        "wrong-call",
        "It calls something with arguments that do not fit.",
    ),
    (
        "TypeError",
        "but got float|'float' object cannot be interpreted|slice indices must be integers",
        "size-is-a-float",
        "A size or an index is a float: / always gives a float in Python, // a whole number.",
    ),
    (
        "TypeError",
        "'(builtin_)?(function|method|function_or_method)'",
        "function-not-called",
        "A function is used as if it were its result: call it, f(x).",
    ),
    (
        "TypeError|AttributeError",
        "NoneType",
        "none-used",
        "It computes with None: an argument that may be None (as mask=None), or the result of a "
        "function without a return.",
    ),
    (
        "TypeError",
        "must be Tensor, not",
        "needs-a-tensor",
        "A function of torch is given a plain number, such as a float, where it takes a tensor.",
    ),
    (
        "RuntimeError",
        "inside the function that is being checked",
        "checks-itself",
        "It calls check(...) on itself: that line belongs below the function, not into it.",
    ),
    (
        "AssertionError|RuntimeError",
        "CUDA|cuda|same device|mps",
        "wrong-device",
        "It asks for a device that is not here, or mixes two: stay on the inputs' own, x.device.",
    ),
)
ENDS = "It ends the whole Python process, as os._exit or a crash below Python does."
# Any other exception of a kind.
OF_A_KIND = {
    "NameError": ("undefined-name", "It uses a name that is not defined."),
    "IndexError": ("index-out-of-range", "It reads beyond the end of a tensor or a list."),
    "TypeError": ("wrong-type-inside", "It uses a value of the wrong type."),
    "AttributeError": ("no-such-attribute", "It asks a value for something that it does not have."),
    "ZeroDivisionError": ("division-by-zero", "It divides by zero."),
    "OverflowError": ("overflow", "A number becomes too large."),
    "Crash": ("ends-the-process", ENDS),
    "MemoryError": ("too-much-memory", "It asks for more memory than there is."),
    "RecursionError": ("endless-recursion", "It calls itself without an end."),
    "SystemExit": ("leaves-python", "It tries to end Python itself."),
    "EOFError": ("asks-for-input", "It asks for keyboard input; all it needs is in the arguments."),
    "AssertionError": ("assertion-fails", "An assertion in it does not hold for this input."),
    "ImportError": ("import-fails", "It imports something that is not there."),
    "KeyError": ("missing-key", "It looks up a key that is not there."),
}
OF_A_KIND["UnboundLocalError"] = OF_A_KIND["NameError"]
OF_A_KIND["KeyboardInterrupt"] = OF_A_KIND["SystemExit"]
OF_A_KIND["ModuleNotFoundError"] = OF_A_KIND["ImportError"]


def _which_shapes(message: str) -> str:
    """The two that do not fit, as far as torch tells them."""
    for pattern, told in TOLD_SHAPES:
        if found := re.search(pattern, message):
            return " " + told.format(*found.groups())
    return ""


def left_open(outcome: Outcome) -> bool:
    """``raise NotImplementedError`` (torch's own names what it cannot do), or a use of ``...``."""
    if outcome.error == "NotImplementedError":
        return not re.search("not implemented for|Could not run", outcome.message)
    return outcome.failed and explain_error(outcome)[0] == KNOWN[0][2]


def explain_error(outcome: Outcome) -> tuple[str, str]:
    """A slug and a sentence for the exception in ``outcome``; its words stand in the evidence."""
    for kind, pattern, slug, says in KNOWN:
        if re.fullmatch(kind, outcome.error) and re.search(pattern, outcome.message):
            return slug, says + (_which_shapes(outcome.message) if slug == SHAPES else "")
    slug = "raises-" + re.sub(r"(?<!^)(?=[A-Z])", "-", outcome.error).lower()
    return OF_A_KIND.get(outcome.error, (slug, f"It stops with {outcome.error}."))
