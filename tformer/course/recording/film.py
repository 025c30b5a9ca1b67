"""One sentence on its way through a translator, recorded: maps, bars, and a part of every vector.

The answer is found as asked for (beam search, greedy, sampling); then one forward pass over the
whole of it is captured. Causality makes row t of that pass what step t of the writing computed.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor

from tformer.ablation import ablate
from tformer.course.recording.answer import ROOM, Setting, source_ids, write
from tformer.course.recording.pieces import named, words
from tformer.course.your_translator import Yours
from tformer.course.your_translator.looks import KINDS, looks
from tformer.decoding import apply_temperature, top_k_filter
from tformer.layers import FeedForward
from tformer.probes import capture
from tformer.tokenizer import Tokenizer
from tformer.translator import Translator
from tformer.translator.copied import Reading
from tformer.translator.doubt import said_doubt, unsure
from tformer.translator.read_back import said_back

FEATURES, BARS = 16, 8  # kept of each vector, and of the next pieces


@dataclass(frozen=True)
class Film:
    """What a picture needs to show one answer step by step: strings, and tensors on the CPU.

    S pieces are read (``source``). At step t the decoder has read ``given[t]`` and writes
    ``target[t]``, T in all; ``strange`` and ``target_strange`` are the places of pieces that are
    no characters. ``source_word`` and ``target_word`` number the word that each piece belongs to.

    ``maps``: "encoder" (L, H, S, S), "decoder" (L, H, T, T) and "cross" (L, H, T, S), and the
    means over heads, "encoder mean" (L, S, S) and so on; "cross whole" (T, S) over layers too.
    ``likely[t]``: the likeliest next pieces, ``plain`` (T, 8) their probabilities as the model
    gives them, ``chances`` (T, 8) after temperature and top-k. ``sure`` (T,): the model's
    probability of what was written, ``word_sure`` of each word, the product of its pieces.
    ``lens[t][l]``: the likeliest piece if layer l were the last, with ``lens_sure`` (T, L).
    ``vectors``: 16 features of what a module gives, evenly spread, (positions, 16), and in
    ``scales`` a number that few of them exceed in size;
    ``busy``: the share of a feed-forward's features above 0, (positions,).
    ``unsure``: the words to be marked, ``doubt`` what is said of them and of numbers that got lost,
    ``foreign``: whether the sentence does not look like what the model reads (with every part on;
    see `tformer.translator.doubt` and `Translator.is_foreign`).
    ``answer``: its words, with what was copied from the source where the pieces say another word,
    and ``copied``: what was, in words.
    ``all``: where the text has several sentences, the translations of all of them, each with the
    blanks behind it; this film is of number ``part``.
    ``beams[t]``: the beginnings that beam search had in hand when it took step t, best first.
    ``languages``: what is read and what is written.
    """

    sentence: str
    text: str
    answer: list[str]
    copied: str
    unsure: list[int]
    doubt: str
    languages: list[str]
    setting: Setting
    ended: bool
    source: list[str]
    given: list[str]
    target: list[str]
    strange: list[int]
    target_strange: list[int]
    source_word: list[int]
    target_word: list[int]
    likely: list[list[str]]
    foreign: bool
    lens: list[list[str]]
    beams: list[list[str]]
    maps: dict[str, Float[Tensor, "..."]]
    vectors: dict[str, Float[Tensor, "positions features"]]
    scales: dict[str, float]
    busy: dict[str, Float[Tensor, " positions"]]
    shapes: dict[str, tuple[int, ...]]
    plain: Float[Tensor, "T K"]
    chances: Float[Tensor, "T K"]
    sure: Float[Tensor, " T"]
    word_sure: Float[Tensor, " words"]
    lens_sure: Float[Tensor, "T L"]
    all: list[str] = field(default_factory=list)
    part: int = 0


@torch.no_grad()
def record(
    translator: Translator,
    reading: Reading,
    setting: Setting | None = None,
    languages: tuple[str, str] = ("German", "English"),
    yours: Yours | None = None,
    twin: Translator | None = None,
) -> Film:
    """The film of what a model reads for a typed sentence, and writes; what was copied is put into
    its words. Where the whole model writes what it finds likeliest, these words, their chances and
    the maps are those of the machine on the learner's parts, if there are ``yours``, and ``twin``
    reads the answer back.

    Raises ValueError, in words for a reader, for a sentence that will not do (see `source_ids`) and
    for a part that the model does not have.
    """
    setting = setting or Setting()
    tok, model = translator.tokenizer, translator.model
    source = source_ids(translator, reading.read, languages[0])
    yours = yours if setting.usual else None
    with ablate(model, **setting.parts_off()):
        target, beams = write(translator, source, setting)
        if yours:
            target = yours.written(source, 1 if setting.choose == "greedy" else None)[: ROOM + 1]
            beams = []
        src, tgt = (torch.tensor([ids]).to(translator.device) for ids in (source, target[:-1]))
        with capture(model) as seen, _busy(model) as busy:
            logits = model(src, tgt)[0].cpu()
        maps = {kind: _of_layers(seen, kind, model.config.num_layers) for kind in KINDS}
        if yours:
            maps, (logits,) = looks(yours.machine, src.cpu(), tgt.cpu())
        # What each layer's vectors would say if the decoder ended there.
        early = [model.unembedding(model.decoder_norm(seen[f"decoder.{i}"]))[0].softmax(-1)
                 for i in range(model.config.num_layers)]  # fmt: skip
    lens_sure, lens = torch.stack(early, 1).cpu().max(-1)
    (source_labels, strange), (target_labels, target_strange) = (
        named(tok, ids) for ids in (source, target[1:])
    )
    written, target_word = torch.tensor(target[1:]), words(target_labels)
    vectors = {name: _thin(seen[name]) for name in streams(model) if name in seen}
    sure = logits.softmax(-1).gather(1, written[:, None])[:, 0]
    word_sure = torch.ones(target_word[-1] + 1)
    word_sure = word_sure.scatter_reduce(0, torch.tensor(target_word), sure, "prod")
    wrote = [""] * len(word_sure)
    for n, label in zip(target_word, target_labels, strict=True):
        wrote[n] += label
    answer = reading.words([*zip(wrote, word_sure.tolist(), strict=True)])
    sentence = reading.sentence.strip()
    text = reading.finished(tok.decode(target, skip_specials=True).strip())
    foreign = setting.usual and translator.is_foreign(source, sure)
    back = said_back(twin, reading, text) if twin and setting.usual and not foreign else ""
    return Film(
        sentence=sentence,
        text=text,
        answer=[word for word, _ in answer],
        copied=reading.said(),
        unsure=unsure(answer, sentence),
        doubt=f"{said_doubt(answer, sentence)} {back}".strip(),
        languages=list(languages),
        setting=setting,
        ended=target[-1] == tok.eos_id,
        source=source_labels,
        given=[tok.decode([tok.bos_id]), *target_labels[:-1]],
        target=target_labels,
        strange=strange,
        target_strange=target_strange,
        source_word=words(source_labels),
        target_word=target_word,
        beams=beams,
        sure=sure,
        word_sure=word_sure,
        foreign=foreign,
        lens=[[tok.decode([i]) for i in row] for row in lens.tolist()],
        lens_sure=lens_sure,
        maps=_maps(maps),
        vectors=vectors,
        scales={name: max(x.abs().quantile(0.95).item(), 1e-9) for name, x in vectors.items()},
        busy=busy,
        shapes={name: tuple(x.shape) for name, x in seen.items() if _is_first(name)},
        **_bars(tok, logits, written, setting),
    )


def streams(model: torch.nn.Module) -> list[str]:
    """The modules whose vectors a film keeps, by name: embeddings, waves, and what layers give."""
    names = [f"{side}_embedding{part}" for side in ("src", "tgt")
             for part in (".tokens", ".positions", "")]  # fmt: skip
    layers = [f"{stack}.{i}" for stack in ("encoder", "decoder")
              for i in range(model.config.num_layers)]  # fmt: skip
    return [*names, *layers, "encoder_norm", "decoder_norm"]


def _is_first(name: str) -> bool:
    """Not a part of the second layer or a later one: their shapes are those of the first."""
    return not any(part.isdigit() and part != "0" for part in name.split("."))


def _thin(x: Float[Tensor, "*one positions D"]) -> Float[Tensor, "positions features"]:
    return x.reshape(-1, x.size(-1))[:, :: max(1, x.size(-1) // FEATURES)][:, :FEATURES].cpu()


def _of_layers(seen: dict[str, Tensor], kind: str, layers: int) -> Tensor:
    stack, look = ("decoder", "cross") if kind == "cross" else (kind, "self")
    names = [f"{stack}.{i}.{look}_attention.weights" for i in range(layers)]
    return torch.stack([seen[name][0] for name in names]).cpu()


def _maps(maps: dict[str, Tensor]) -> dict[str, Tensor]:
    means = {f"{kind} mean": x.mean(1) for kind, x in maps.items()}
    return maps | means | {"cross whole": maps["cross"].mean((0, 1))}


def _bars(tok: Tokenizer, logits: Tensor, written: Tensor, setting: Setting) -> dict:
    """The likeliest pieces of each step, what was written always among them."""
    top = logits.topk(BARS).indices
    lost = (top != written[:, None]).all(-1)
    top[lost, -1] = written[lost]
    chances = logits
    if setting.choose == "sample":
        chances = apply_temperature(logits, setting.temperature)
        chances = chances if setting.top_k is None else top_k_filter(chances, setting.top_k)
    return {
        "likely": [[tok.decode([i]) for i in row] for row in top.tolist()],
        "plain": logits.softmax(-1).gather(1, top),
        "chances": chances.softmax(-1).gather(1, top),
    }


@contextmanager
def _busy(model: torch.nn.Module) -> Iterator[dict[str, Tensor]]:
    """Collect, for each feed-forward that runs, the share of its widened features above 0."""
    shares: dict[str, Tensor] = {}

    def note(name: str, module: torch.nn.Module, given: tuple) -> None:
        shares[name] = (given[0][0] > 0).float().mean(-1).cpu()

    with ExitStack() as hooks:
        for name, module in model.named_modules():
            if isinstance(module, FeedForward):
                hook = module.down_proj.register_forward_pre_hook(partial(note, name))
                hooks.enter_context(hook)
        yield shares
