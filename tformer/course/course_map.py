"""The map of the course: each lesson's number, question and minutes, and its exercises."""

import importlib
import pkgutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .checker.core import Exercise

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
EXERCISES = Path(__file__).parent / "exercises"


@dataclass(frozen=True)
class Lesson:
    """A file name without its end, the question, and the minutes (None until it is written): those
    of the core, one sitting, and those of what stands under "Further", needed by no other lesson.

    A letter behind the number makes it optional: an aside after the lesson of that number.
    """

    name: str
    question: str
    minutes: int | None = None
    further: int = 0

    @property
    def number(self) -> str:
        return self.name.partition("_")[0]

    @property
    def topic(self) -> str:
        return self.name.partition("_")[2]

    @property
    def is_optional(self) -> bool:
        return not self.number.isdigit()

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises of the folder that is named after the topic."""
        return _exercises_in(EXERCISES / self.topic)

    @property
    def is_open(self) -> bool:
        return (NOTEBOOKS / f"{self.name}.ipynb").is_file()


LESSONS = (
    Lesson("00_start_here", "What will you be able to take apart?", 45),
    Lesson("00a_bridge", "Which mathematics is enough?", 40),
    Lesson("00b_one_evening", "Can you write a Transformer in one evening?", 120),
    Lesson("01_next_word", "How does the chance of a sentence become next-word guesses?", 45, 15),
    Lesson("02_softmax_and_cross_entropy", "What does the loss reward, number by number?", 45, 40),
    Lesson("03_embeddings", "What is a word to the network?", 50, 55),
    Lesson("03a_trained_table", "What does a trained table know?", 30, 10),
    Lesson("04_positional_encoding", "How does order get in?", 45, 30),
    Lesson("05_attention", "What does one word ask of another?", 50, 35),
    Lesson("06_masks", "Who may look at whom?", 50, 40),
    Lesson("07_multi_head_attention", "Why several heads, and is the comparison fair?", 50, 30),
    Lesson("08_layers", "What keeps a deep stack trainable?", 50, 55),
    Lesson("09_encoder_decoder", "Which tensor goes where?", 50, 30),
    Lesson("10_teacher_forcing", "What does the decoder see while it learns?", 45, 35),
    Lesson(
        "11_training_loop",
        "What happens in one update, and how do you know that it works?",
        45,
        40,
    ),
    Lesson("12_warmup", "How large a step, and when?", 45, 30),
    Lesson("12a_first_numbers", "Which numbers to begin with, and in how many bits?", 35),
    Lesson("13_label_smoothing", "Should the model be sure?", 45, 20),
    Lesson("14_decoding", "How is a sentence chosen?", 50, 40),
    Lesson("15_kv_cache", "Why is the second token cheap?", 40, 35),
    Lesson("16_perplexity_and_bleu", "Is it any good?", 45, 55),
    Lesson("17_what_heads_learned", "What did the heads learn, and how would you know?", 45, 40),
    Lesson("18_language_model", "What if we drop the encoder?", 45, 60),
    Lesson("19_cost_of_attention", "What does attention cost, really?", 45, 25),
    Lesson("20_bug_hunt", "Can you tell a broken Transformer from a working one?", 45, 35),
    Lesson("21_yours", "Does the translator run on your own code?", 35),
)

# The exercises that a translator needs from text to text, in the order of the course.
NEEDED = (
    "softmax", "apply_merges", "ids_to_text", "scaled_embedding", "tied_logits",
    "sinusoidal_positions", "padding_mask", "decoder_mask", "attention", "split_heads",
    "merge_heads", "multi_head_attention", "feed_forward", "layer_norm", "encoder_layer", "encode",
    "decoder_layer", "decode", "greedy_decode", "penalised_beam_search",
)  # fmt: skip
# Those that train it, try other ways to write, and measure.
AROUND = (
    "cross_entropy_masked", "learn_merges", "shift_right", "clip_by_global_norm", "adamw_step",
    "noam_lr", "beam_search", "attend_with_cache", "greedy_with_cache", "bleu",
)  # fmt: skip


@cache
def exercises() -> dict[str, Exercise]:
    """All exercises by name, in the order of the lessons."""
    return {exercise.name: exercise for lesson in LESSONS for exercise in lesson.exercises}


@cache
def _exercises_in(folder: Path) -> tuple[Exercise, ...]:
    """The ``EXERCISE`` of each module in a topic's folder that has one.

    In the topic's ``ORDER``, in which the lesson asks them; those that it does not name at the end.
    """
    topic = f"{__package__}.exercises.{folder.name}"
    names = sorted(module.name for module in pkgutil.iter_modules([str(folder)]))
    if names:
        order = list(getattr(importlib.import_module(topic), "ORDER", ()))
        names = order + [name for name in names if name not in order]
    modules = [importlib.import_module(f"{topic}.{name}") for name in names]
    return tuple(module.EXERCISE for module in modules if hasattr(module, "EXERCISE"))


def _own_name(fn: Any) -> Any:
    try:
        return fn.__name__
    except Exception:  # an object of a learner's class may raise anything
        return None


def find(fn_or_name: Any, name: str | None = None) -> Exercise:
    """The exercise of that name, or of the function's ``__name__``; ValueError lists the names."""
    if name is None:
        name = fn_or_name if isinstance(fn_or_name, str) else _own_name(fn_or_name)
    if not isinstance(name, str) or name not in exercises():
        known = ", ".join(exercises())
        raise ValueError(
            f"name={name!r} is no exercise. Call the function by the exercise's name, or say "
            f'check(fn, "softmax"). The exercises are: {known}'
        )
    return exercises()[name]


def lesson_of(name: str) -> Lesson:
    """The lesson that asks an exercise: found by the exercise's file, none is imported."""
    return next(one for one in LESSONS if (EXERCISES / one.topic / f"{name}.py").is_file())
