"""What one can show beside the file: a page with the machine's parts, whose they are, and how."""

import datetime
import html
import itertools

import torch

from tformer.course.course_map import NEEDED, lesson_of

from .assembly import Yours

# Where each part works, from the text to the text.
STAGES = {
    "In": ("apply_merges", "scaled_embedding", "sinusoidal_positions"),
    "Masks and attention": ("padding_mask", "decoder_mask", "softmax", "attention", "split_heads",
                            "merge_heads", "multi_head_attention"),
    "Layers": ("feed_forward", "layer_norm", "encoder_layer", "decoder_layer"),
    "Stacks": ("encode", "decode"),
    "Out": ("tied_logits", "greedy_decode", "beam_search", "ids_to_text"),
}  # fmt: skip
STYLE = """
:root { color-scheme: light dark; --ink: #1f2328; --paper: #fff; --line: #6b7480; --own: #17609f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --paper: #14171c; --line: #8b95a1; --own: #7cc0f5; }
}
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink);
  background: var(--paper); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--own); }
.machine { display: flex; flex-wrap: wrap; gap: .8rem; padding: 0; list-style: none; }
.machine > li { flex: 1 1 11rem; font-size: .9rem;
  border: 1px solid var(--line); border-radius: 8px; padding: .6rem; }
.machine ul { list-style: none; margin: .3rem 0 0; padding: 0; }
.machine ul li { margin: .25rem 0; padding: .1rem .4rem; border: 1px dashed var(--line);
  border-radius: 5px; overflow-wrap: anywhere; }
.machine ul li.own { border: 2px solid var(--own); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content auto; gap: .1rem 1rem; } dd { margin: 0; }
pre { overflow: auto; padding: .7rem; border: 1px solid var(--line); border-radius: 6px; }
"""


def page_text(yours: Yours, text: str, name: str, bleu: float | None = None) -> str:
    """One page that needs nothing else: the machine, its numbers, the date, and ``text``, the file
    ``name``, function by function."""
    own = [part for part in yours.yours if f": {part} (mine)" in text]
    learnt = sum(weight.numel() for weight in yours.machine.w.values())
    said = {
        "Parts that are mine": f"{len(own)} of {len(NEEDED)}",
        "Numbers that were learnt": f"{learnt:,}",
        "Date": datetime.date.today().isoformat(),
    } | ({} if bleu is None else {"BLEU, 20 sentences of every day": f"{bleu:.0f}"})
    numbers = "".join(f"<dt>{key}</dt><dd>{value}</dd>" for key, value in said.items())
    stages = "".join(
        f"<li><strong>{stage}</strong><ul>{''.join(_part(x, x in own) for x in parts)}</ul></li>"
        for stage, parts in STAGES.items()
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(name)}</title><style>{STYLE}</style></head><body>"
        "<h1>A translator from German to English</h1>"
        f"<dl>{numbers}</dl><h2>The machine</h2>"
        "<p>✓ in a solid frame: mine. ○ in a broken one: the course’s own.</p>"
        f'<ol class="machine">{stages}</ol><h2>{html.escape(name)}</h2>{_sources(text)}'
        "</body></html>\n"
    )


def _part(name: str, mine: bool) -> str:
    sign, kind, whose = ("✓", ' class="own"', "mine") if mine else ("○", "", "the course’s")
    return (
        f'<li{kind}><span role="img" aria-label="{whose}">{sign}</span> '
        f'<a href="#{name}">{name}</a></li>'
    )


def _sources(text: str) -> str:
    """The file, cut where a part begins; each piece can be linked to."""
    starts = {text.index(f"# Lesson {lesson_of(name).number}: {name} ("): name for name in NEEDED}
    cuts = [0, *sorted(starts), len(text)]
    pieces = itertools.pairwise(cuts)
    return "".join(
        f'<pre id="{starts.get(a, "top")}" tabindex="0">{html.escape(text[a:b].rstrip())}</pre>'
        for a, b in pieces
    )


def bleu(yours: Yours) -> float:
    """Of the machine as it is, on 20 sentences of every day, likeliest word first."""
    from tformer import metrics
    from tformer.data.corpora import everyday

    exam = everyday()[:20]
    with torch.no_grad():
        said = [metrics.bleu_tokens(yours.translate(german, 1)) for german, _ in exam]
    right = [[metrics.bleu_tokens(text) for text in english] for _, english in exam]
    return 100 * metrics.corpus_bleu(said, right)
