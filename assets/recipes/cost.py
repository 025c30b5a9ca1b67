"""Time the layers of lesson 19 over the length of the sentence: assets/cost.json.

    OMP_NUM_THREADS=1 python assets/recipes/cost.py        (about three minutes on a quiet core)

One core, one sentence, width 64, one head, float32, no gradients. Every layer of the attention kind
has its four projections. The clock is the processor's (`time.process_time`), which does not count
the waiting for other programs; short calls are repeated until a round takes 5 ms. All layers and
lengths are measured once in each round, in another order every time, so that a busy minute falls
on all alike. The file keeps every round: medians, spread and exponents are the lesson's to take.
"""

import json
import math
import platform
import random
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from tformer.attention import attention_weights
from tformer.blockwise import online_softmax_attention, window_attention
from tformer.masks import window_mask

WIDTH, WINDOW, BLOCK, KERNEL = 64, 64, 256, 3
LENGTHS = [64, 128, 256, 512, 1024, 2048, 4096]
ROUNDS, LEAST = 15, 5e-3
OUT = Path(__file__).parent.parent / "cost.json"


def headed(x: Tensor) -> Tensor:
    """A head axis: torch's fast path on a processor asks for four axes."""
    return x[None]


def layers(width: int = WIDTH) -> dict[str, Callable[[Tensor], Tensor]]:
    """Each layer as a function of x (1, n, width)."""
    torch.manual_seed(0)
    maps = [nn.Linear(width, width, bias=False) for _ in range(4)]
    rnn = nn.RNN(width, width, batch_first=True)
    conv = nn.Conv1d(width, width, KERNEL, padding=KERNEL - 1)
    masks = {n: window_mask(n, WINDOW) for n in LENGTHS}

    def attending(attend: Callable) -> Callable[[Tensor], Tensor]:
        return lambda x: maps[3](attend(*(m(x) for m in maps[:3])))

    return {
        "attention": attending(lambda q, k, v: attention_weights(q, k) @ v),
        "RNN": lambda x: rnn(x)[0],
        "convolution": lambda x: conv(x.mT)[..., : x.size(1)].mT,
        "window by mask": attending(lambda q, k, v: attention_weights(q, k, masks[q.size(1)]) @ v),
        "window by blocks": attending(lambda q, k, v: window_attention(q, k, v, WINDOW)),
        "online softmax": attending(lambda q, k, v: online_softmax_attention(q, k, v, BLOCK)),
        "torch's fused": attending(
            lambda *qkv: F.scaled_dot_product_attention(*map(headed, qkv))[0]
        ),
    }


def parts(width: int, n: int) -> dict[str, Callable[[], Tensor]]:
    """The four steps of attention, each on what it is given."""
    torch.manual_seed(0)
    x = torch.randn(1, n, width)
    maps = [nn.Linear(width, width, bias=False) for _ in range(4)]
    q, k, v = (m(x) for m in maps[:3])
    scores = q @ k.mT / math.sqrt(width)
    weights = scores.softmax(-1)
    return {
        "projections": lambda: [m(x) for m in maps],
        "scores": lambda: q @ k.mT,
        "softmax": lambda: scores.softmax(-1),
        "mix": lambda: weights @ v,
    }


def once(call: Callable, times: int) -> float:
    """Seconds of the processor for one call, the mean of ``times`` in a row."""
    start = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - start) / times


def measure(jobs: dict[str, Callable], rounds: int = ROUNDS) -> dict[str, list[float]]:
    """Microseconds of every job in every round, after a warm-up that is not counted."""
    repeats, found = {}, {name: [] for name in jobs}
    for name, call in jobs.items():
        once(call, 2)
        repeats[name] = max(1, math.ceil(LEAST / max(once(call, 1), 1e-7)))
    shuffled = list(jobs)
    for seed in range(rounds):
        random.Random(seed).shuffle(shuffled)
        for name in shuffled:
            found[name].append(round(1e6 * once(jobs[name], repeats[name]), 1))
    return found


def training(name: str, x: Tensor) -> Callable[[], None]:
    """Forward and backward pass of one layer."""
    layer, x = layers()[name], x.clone().requires_grad_()
    return lambda: layer(x).sum().backward()


def first_calls() -> list[float]:
    """Attention at 1,024, call after call in a fresh process: the first ones are slow."""
    layer, x = layers()["attention"], torch.randn(1, 1024, WIDTH)
    return [round(1e6 * once(lambda: layer(x), 1), 1) for _ in range(30)]


def processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def main() -> None:
    torch.set_num_threads(1)
    with torch.no_grad():
        calls = first_calls()
        xs = {n: torch.randn(1, n, WIDTH) for n in LENGTHS}
        jobs = {
            f"{name} {n}": lambda layer=layer, n=n: layer(xs[n])
            for name, layer in layers().items()
            for n in LENGTHS
        }
        forward = measure(jobs)
        steps = {
            f"{width} {n} {name}": call
            for width in (64, 512)
            for n in (64, 256, 1024, 4096)
            for name, call in parts(width, n).items()
        }
        apart = measure(steps, 7)
    both = measure(
        {f"{n} {name}": training(name, xs[n]) for n in (256, 1024)
         for name in ("attention", "RNN", "convolution", "window by blocks", "online softmax")}, 7
    )  # fmt: skip
    told = {
        "command": "OMP_NUM_THREADS=1 python assets/recipes/cost.py",
        "machine": f"{processor()}, one core",
        "torch": torch.__version__,
        "python": platform.python_version(),
        "clock": "microseconds of the processor (time.process_time), one call",
        "width": WIDTH, "window": WINDOW, "block": BLOCK, "kernel": KERNEL, "batch": 1,
        "lengths": LENGTHS,
        "forward": {name: [forward[f"{name} {n}"] for n in LENGTHS] for name in layers()},
        "parts": apart,
        "forward and backward": both,
        "first calls, attention 1024": calls,
    }  # fmt: skip
    temporary = OUT.with_suffix(".tmp")
    temporary.write_text(json.dumps(told, indent=1).replace(",\n    ", ", ") + "\n", "utf-8")
    temporary.replace(OUT)


if __name__ == "__main__":
    main()
