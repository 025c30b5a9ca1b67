"""The twelve cases: where each bug was published, and which probes look at it.

A case's looks are (the probe's name, its reading, how much is still nothing). Of every suspect at
least one look sees something and at least one sees nothing: which is which has to be found out.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tformer.course.bug_hunt import looks, repairs, suspects
from tformer.course.checker.compare import safely_same
from tformer.course.course_map import find

NOTHING = 1e-4  # what rounding may leave


@dataclass(frozen=True)
class Look:
    """A probe on a small model: ``read(fn)`` is 0 where nothing is wrong."""

    probe: str
    read: Callable[[Callable], float]
    nothing: float = NOTHING

    def sees(self, fn: Callable) -> bool:
        """Whether the reading is more than nothing; NaN is never nothing."""
        return not self.read(fn) <= self.nothing


@dataclass(frozen=True)
class Case:
    """One bug: the function's name, where it was published, and what looks at it.

    ``lesson`` names where the course has taught the subject. ``exercise`` is True where the
    function is an exercise of the course, so that its checker judges a repair too.
    """

    name: str
    where: str
    lesson: str
    looks: tuple[Look, ...]
    exercise: bool = False

    @property
    def suspect(self) -> Callable:
        """The function as it was published, in our words."""
        return getattr(suspects, self.name)

    @property
    def repaired(self) -> Callable:
        """The exercise's reference, or a repair of our own."""
        return find(self.name).reference if self.exercise else getattr(repairs, self.name)

    def readings(self, fn: Callable) -> dict[str, float]:
        """What each probe reads off a function."""
        return {look.probe: look.read(fn) for look in self.looks}

    def seen_by(self, fn: Callable) -> list[str]:
        """The probes that see something wrong with a function."""
        return [look.probe for look in self.looks if look.sees(fn)]

    def same(self, fn: Callable) -> bool:
        """Whether a function does on a sample what our repair does."""
        sample = looks.SAMPLES[self.name]
        return safely_same(sample(fn), sample(self.repaired))


def _case(name: str, where: str, lesson: str, exercise: bool, *looks: Look) -> Case:
    return Case(name, where, lesson, looks, exercise)


_ALL = (
    _case(
        "decoder_block",
        "d2l-ai/d2l-en, §11.7, `TransformerDecoderBlock`: no mask unless `self.training`",
        "06_masks",
        False,
        Look("leak meter, training mode", looks.leak_training),
        Look("leak meter, eval mode", looks.leak_eval),
        Look("row sums", looks.rows_of_block),
    ),
    _case(
        "padding_mask",
        "bentrevett/pytorch-seq2seq issue 96, for the target",
        "06_masks",
        True,
        Look("row sums", looks.rows_of_words),
        Look("padding probe", looks.padding_probe),
    ),
    _case(
        "additive_mask",
        "huggingface/transformers issue 15199 (-1e4); TransformerLens issue 318 (-1e5)",
        "06_masks",
        True,
        Look("leak meter, small scores", looks.leak_calm),
        Look("leak meter, large scores", looks.leak_steep),
    ),
    _case(
        "shift_right",
        "Project-MONAI/GenerativeModels issue 314",
        "10_teacher_forcing",
        True,
        Look("shape ledger", looks.shift_shapes),
        Look("entropy line", looks.below_entropy, 0.05),
    ),
    _case(
        "cross_entropy",
        "bkitano/llama-from-scratch issue 5",
        "02_softmax_and_cross_entropy",
        True,
        Look("first loss", looks.first_loss),
        Look("loss floor", looks.loss_floor),
    ),
    _case(
        "bleu",
        "study notes on the Transformer; tylin/coco-caption issue 39 asks about the two spellings "
        "of the mean that are mixed here",
        "16_perplexity_and_bleu",
        True,
        Look("a perfect sentence", looks.perfect),
        Look("a mean among its numbers", looks.beyond_its_numbers),
    ),
    _case(
        "embed",
        "Lightning-AI/pytorch-lightning issue 19138, the demo Transformer",
        "04_positional_encoding",
        False,
        Look("shape ledger", looks.without_a_line),
        Look("shuffled words", looks.deaf_to_order),
    ),
    _case(
        "cached_step",
        "ml-explore/mlx-lm pull request 93, GPT-2",
        "15_kv_cache",
        False,
        Look("the prompt, cached or not", looks.prompt_alone),
        Look("every token, cached or not", looks.cache_against_none),
    ),
    _case(
        "attention_maps",
        "phlippe/uvadlc_notebooks, tutorial 6, `get_attention_maps`",
        "17_what_heads_learned",
        False,
        Look("row sums", looks.rows_of_maps),
        Look("above the diagonal", looks.above_the_diagonal),
        Look("leak meter, map of layer 0", looks.leak_first_map),
        Look("leak meter, map of layer 1", looks.leak_second_map),
    ),
    _case(
        "map_cells",
        "harvardnlp/annotated-transformer issue 104",
        "17_what_heads_learned",
        False,
        Look("row sums, equal lengths", looks.rows_equal_lengths),
        Look("row sums, other lengths", looks.rows_other_lengths),
        Look("who asks", looks.who_asks),
    ),
    _case(
        "attention",
        "pytorch/pytorch issue 24816; with a padded row inside a causal mask, issue 119371",
        "06_masks",
        True,
        Look("NaN count", looks.nan_plain),
        Look("row sums", looks.rows_plain),
        Look("NaN count, padding first", looks.nan_padded),
    ),
    _case(
        "leak_table",
        "the meter is ours; a mask that was turned: pytorch/pytorch issue 28272; one that was "
        "read turned: lsdefine/attention-is-all-you-need-keras issue 6",
        "06_masks",
        False,
        Look("a full table", looks.meter_on_everything),
        Look("a running sum", looks.meter_on_a_sum),
    ),
)
CASES = {case.name: case for case in _ALL}
