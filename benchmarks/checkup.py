"""How many planted slips the check-up tells by name, over seeds, and in which time.

    python -m benchmarks.checkup [SEEDS]

Reads tests/checkup: slips.tsv and the two right models. Prints what was missed, and of the right
models, one of them at width 512 with 8 layers on either side, what was said and the seconds.
"""

import sys
import time

from tests.checkup.slips import DECODER, LOOK, SLIPS, TRANSLATOR, examined, told
from tformer import checkup
from tformer.transformer import Transformer, TransformerConfig

LARGE = TransformerConfig(1000, 1000, num_layers=8)


def missed(seed: int) -> list[tuple[str, str, list[str]]]:
    """(name, change, faults said instead) of each slip that the card does not name."""
    found = []
    for name, host, old, new in SLIPS:
        card = examined(host, old, new, seed)
        if not told(card, name):
            found.append((name, new, card.faults))
    return found


def main(seeds: int = 5) -> None:
    hidden = 0
    for seed in range(seeds):
        began = time.process_time()
        lost = missed(seed)
        hidden += len(lost)
        each = (time.process_time() - began) / len(SLIPS)
        print(f"seed {seed}: {len(SLIPS) - len(lost)} of {len(SLIPS)} slips, {each:.2f} s each")
        print(*(f"  missed {name}: {new!r} was {said}" for name, new, said in lost), sep="\n")
        for host in (DECODER, TRANSLATOR):
            card = examined(host, seed=seed)
            print(f"  right {host}: {card.faults + card.looks}")
    total = seeds * len(SLIPS)
    looks = sum(name.startswith(LOOK) for name, *_ in SLIPS)
    print(f"{total - hidden} of {total} ({100 * (1 - hidden / total):.1f} %), {looks} are looks")
    began = time.process_time()
    card = checkup.examine(lambda: Transformer(LARGE), vocab=1000, src_vocab=1000, pad=0)
    print(f"width 512, 8 + 8 layers: {time.process_time() - began:.1f} s of one core, "
          f"{card.seconds:.1f} s, {card.faults + card.looks} {list(card.unseen)}")  # fmt: skip


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
