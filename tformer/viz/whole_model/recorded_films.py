"""The living model without a kernel: its films recorded beforehand, played by the same script."""

import gzip
import itertools
from typing import Any

from tformer.viz.common.scripts import fragment, script_json
from tformer.viz.common.still import still_html
from tformer.viz.whole_model.pack import packed


def living_page(figure: Any, first: bool = False) -> str:
    """Script, style, films and a still picture for where no script runs, as one fragment.

    ``first``: for the first page of a site, which is quickly there: one film a sentence.
    """
    still = still_html(*figure.strip(), figure.caption)
    recorded = script_json(films(figure, few=first)).encode()
    page = {"page": figure.page(), "films": gzip.compress(recorded, mtime=0)}
    return fragment("data-tf-living", script_json(page), still, on_site=first)


def films(figure: Any, few: bool = False) -> list[dict[str, Any]]:
    """For each sentence beam search and greedy with every part on, and beam search without one:
    the waves of a side, or a layer. ``few``: beam search with every part on, and what ends the
    tour."""
    start, about = figure.page()["start"], figure.play.about()
    layers = [f"{s}.{i}" for s in ("encoder", "decoder") for i in range(about["num_layers"])]
    alone = [[part] for part in ("src_embedding", "tgt_embedding", *layers)]
    settings = [{}] if few else [{}, {"choose": "greedy"}, *({"off": off} for off in alone)]
    chosen = list(itertools.product(figure.sentences, settings))
    found = []
    for sentence, setting in chosen + [(figure.sentences[0], {"off": alone[-1]})] * few:
        asked = {**start, "typed": sentence, **setting}
        found.append(packed(asked, *figure.play(**asked), small=True))
    return found
