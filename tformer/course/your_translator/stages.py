"""The machine as a picture: where each part works, and whose it is."""

from collections.abc import Collection

from tformer.course.course_map import AROUND
from tformer.viz import BLUE

# From the text to the text.
STAGES = {
    "In": ("apply_merges", "scaled_embedding", "sinusoidal_positions"),
    "Masks and attention": ("padding_mask", "decoder_mask", "softmax", "attention", "split_heads",
                            "merge_heads", "multi_head_attention"),
    "Layers": ("feed_forward", "layer_norm", "encoder_layer", "decoder_layer"),
    "Stacks": ("encode", "decode"),
    "Out": ("tied_logits", "greedy_decode", "penalised_beam_search", "ids_to_text"),
}  # fmt: skip


def drawn(
    own: Collection[str], lit: str = "", beside: bool = False, links: Collection[str] = ()
) -> str:
    """HTML: a column for each stage; ✓ in a solid frame is in ``own``, ○ in a broken one is not.
    ``lit``: a part to point at; ``beside``: with what stands around the machine; ``links``: parts
    that lead to the place of their name."""
    rest = {"To train it, search and measure": AROUND} if beside else {}
    columns = "".join(
        f'<li style="flex:1 1 {size}"><b>{stage}</b><ul style="list-style:none;padding:0;margin:'
        f'2px 0{flow}">{"".join(_part(x, x in own, x == lit, x in links) for x in parts)}</ul></li>'
        for size, flow, some in (("auto", "", STAGES), ("100%", ";columns:14em", rest))
        for stage, parts in some.items()
    )
    return (
        '<ul style="display:flex;flex-wrap:wrap;gap:4px 12px;list-style:none;padding:0;'
        f'margin:6px 0 0;font-size:.85em">{columns}</ul>'
    )


def _part(name: str, mine: bool, lit: bool, link: bool) -> str:
    sign, kind, whose = ("✓", ' class="own"', "mine") if mine else ("○", "", "the course’s")
    frame = f"2px solid {BLUE};margin:2px 0" if mine else "1px dashed #8a8a8a;margin:3px 1px"
    fill = f";background:rgba(86,180,233,{0.45 if lit else 0.15})" if mine or lit else ""
    return (
        f'<li{kind} style="border:{frame};border-radius:5px;padding:0 5px;white-space:nowrap{fill}'
        f'"><span role="img" aria-label="{whose}">{sign}</span> '
        + (f'<a href="#{name}">{name}</a></li>' if link else f"{name}</li>")
    )
