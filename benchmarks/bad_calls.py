"""One sound call of each public function and class: `benchmarks.bad_values` spoils it.

Every call is made anew each time it is asked for, since some change what they are given. ``fine``
says, argument by argument, which of the values that spoil others make sense here.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from matplotlib.figure import Figure

from tformer import (
    ablation,
    attention,
    bpe,
    cache,
    checkpoints,
    decoding,
    dropout,
    embeddings,
    language_model,
    layers,
    linear,
    losses,
    masks,
    metrics,
    positions,
    probes,
    schedules,
    tokenizer,
    training,
    transformer,
    viz,
)
from tformer.course import toys
from tformer.data import batches, tasks
from tformer.training import devices, evaluation, optimizers, recipes
from tformer.training.history import History
from tformer.translator import translator


# fmt: off
@dataclass
class Call:
    """``run(**given)`` is sound. ``target`` has the signature, where ``run`` only wraps it.

    ``also``: another name of an argument, by which whoever it is handed on to may complain.
    """

    name: str
    run: Callable
    given: dict[str, Any]
    fine: dict[str, str] = field(default_factory=dict)
    target: Callable | None = None
    also: dict[str, str] = field(default_factory=dict)

    @property
    def signature_of(self) -> Callable:
        return self.target or self.run


IDS = torch.tensor([[3, 4, 5, 2], [6, 7, 2, 0]])
ONE_ROW = torch.tensor([[3, 4, 5]])
X = torch.linspace(-1, 1, 2 * 3 * 8).view(2, 3, 8)
LOGITS = torch.linspace(-1, 1, 2 * 3 * 8).view(2, 3, 8)
PROBS = LOGITS.softmax(-1)
MASK = torch.ones(2, 1, 3, 3, dtype=torch.bool).tril()
SIZES = {"d_model": 8, "num_heads": 2, "num_layers": 1, "d_ff": 16, "context_length": 12}
CHARACTERS = "abcdefgh"
# A tensor of any shape may be given, and one of NaN gives NaN, which nobody takes for an answer.
ANY_SHAPE = "fewer more wide short empty nan meta"
ANY_BATCH = "fewer more short empty nan meta"
ROWS = "short nan"  # of features: another length or number of rows is another input


def _language_model() -> language_model.LanguageModel:
    torch.manual_seed(0)
    return language_model.LanguageModel(language_model.LanguageModelConfig(11, **SIZES)).eval()


def _transformer() -> transformer.Transformer:
    torch.manual_seed(0)
    config = transformer.TransformerConfig(11, 11, dropout=0.0, **SIZES)
    return transformer.Transformer(config).eval()


def _tokenizer() -> tokenizer.CharTokenizer:
    return tokenizer.CharTokenizer(CHARACTERS)


def _examples() -> tasks.Examples:
    return tasks.copy(4, 3, torch.Generator().manual_seed(0))


def _digits_model() -> transformer.Transformer:
    torch.manual_seed(0)
    config = transformer.TransformerConfig(13, 13, dropout=0.0, **SIZES)
    return transformer.Transformer(config).eval()


def _stream() -> tasks.ExampleBatches:
    return tasks.ExampleBatches(_examples(), batch_size=2)


def _batch() -> batches.Batch:
    return batches.Batch((IDS, IDS[:, :-1]), IDS[:, 1:], 0)


def _next(tokens: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.one_hot((tokens[:, -1] + 1) % 11, 11).float()


def _shared(model: torch.nn.Module, tokens: torch.Tensor) -> torch.Tensor:
    return model.embedding.tokens(tokens)


def _attention() -> Iterator[Call]:
    tensors = {name: "nan" for name in "qkv"}
    yield Call("attention.attention_weights", attention.attention_weights,
               {"q": X, "k": X, "mask": MASK[0, 0], "scale": 0.5},
               {"q": "nan fewer more short", "k": "nan fewer more short",
                "mask": "fewer more short", "scale": "minus zero"})
    yield Call("attention.scaled_dot_product_attention", attention.scaled_dot_product_attention,
               {"q": X, "k": X, "v": X, "mask": MASK[0, 0], "dropout_p": 0.0, "scale": 0.5},
               {**tensors, "v": "nan wide", "mask": "fewer more short", "scale": "minus zero",
                "dropout_p": "zero"})
    yield Call("attention.split_heads", attention.split_heads, {"x": X, "num_heads": 2},
               {"x": f"{ROWS} empty meta"})
    yield Call("attention.merge_heads", attention.merge_heads, {"x": X.view(2, 3, 2, 4)},
               {"x": "short wide nan empty meta"})
    yield Call("attention.MultiHeadAttention", attention.MultiHeadAttention,
               {"d_model": 8, "num_heads": 2, "dropout": 0.1, "bias": True, "eps": 1e-5},
               {"dropout": "zero", "eps": "zero huge"})
    layer = attention.MultiHeadAttention(8, 2).eval()
    yield Call("attention.MultiHeadAttention.forward", layer,
               {"x": X, "memory": X, "mask": MASK, "causal": False},
               {"x": "nan", "memory": "nan", "mask": "short"}, layer.forward,
               {"x": "memory mask"})
    rotation = positions.RotaryPositions(12, 4)(torch.arange(3))
    yield Call("attention.MultiHeadAttention.forward (cached)",
               lambda x, rotation, cache: layer(x, rotation=rotation, cache=cache),
               {"x": X, "rotation": rotation, "cache": cache.KeyValueCache(512)},
               {"x": ROWS}, layer.forward)


def _masks() -> Iterator[Call]:
    yield Call("masks.causal_mask", masks.causal_mask, {"size": 3, "past": 2, "device": "cpu"},
               {"past": "zero"})
    ids = {"token_ids": "low high", "pad_id": "minus zero"}
    yield Call("masks.padding_mask", masks.padding_mask, {"token_ids": IDS, "pad_id": 0},
               {**ids, "token_ids": "low high short wide meta"})
    yield Call("masks.decoder_mask", masks.decoder_mask, {"token_ids": IDS, "pad_id": 0},
               {**ids, "token_ids": "low high short wide meta"})
    yield Call("masks.additive_mask", masks.additive_mask, {"mask": MASK, "dtype": torch.float32},
               {"mask": ANY_SHAPE})


def _losses() -> Iterator[Call]:
    for function in (losses.softmax, losses.log_softmax):
        yield Call(f"losses.{function.__name__}", function, {"x": LOGITS, "dim": -1},
                   {"x": "fewer more short wide nan empty meta", "dim": "zero minus"})
    yield Call("losses.cross_entropy", losses.cross_entropy,
               {"logits": LOGITS, "targets": torch.tensor([[1, 2, 0], [3, 0, 0]]),
                "ignore_index": 0, "label_smoothing": 0.1, "reduction": "mean"},
               {"logits": "nan wide", "ignore_index": "minus huge", "label_smoothing": "zero"})
    yield Call("losses.smooth_labels", losses.smooth_labels,
               {"targets": torch.tensor([1, 2]), "vocab_size": 4, "epsilon": 0.1},
               {"targets": f"{ANY_BATCH} wide", "epsilon": "zero"})
    yield Call(
        "losses.entropy", losses.entropy, {"probs": PROBS},
        {"probs": "fewer more short nan empty wide"}
    )
    yield Call("losses.kl_divergence", losses.kl_divergence, {"p": PROBS, "q": PROBS[0, 0]},
               {"p": "fewer more short nan empty", "q": "more nan"})


def _metrics() -> Iterator[Call]:
    hits = ["the", "cat", "sat", "on", "a", "mat"]
    yield Call("metrics.perplexity", metrics.perplexity, {"mean_nll": 2.0},
               {"mean_nll": "zero inf huge"})
    yield Call("metrics.perplexity_from_sums", metrics.perplexity_from_sums,
               {"total_nll": 20.0, "total_tokens": 10},
               {"total_nll": "zero inf huge", "total_tokens": "huge"})
    yield Call("metrics.bits_per_byte", metrics.bits_per_byte,
               {"total_nll": 20.0, "total_bytes": 10},
               {"total_nll": "zero inf huge", "total_bytes": "huge"})
    yield Call("metrics.ngrams", metrics.ngrams, {"tokens": hits, "n": 2},
               {"tokens": "empty junk nested", "n": "huge"})
    yield Call("metrics.modified_precision", metrics.modified_precision,
               {"candidate": hits, "references": [hits], "n": 2},
               {"candidate": "empty junk nested", "references": "nested", "n": "huge"})
    yield Call("metrics.brevity_penalty", metrics.brevity_penalty,
               {"candidate_len": 3, "reference_len": 5},
               {"candidate_len": "zero huge", "reference_len": "zero huge"})
    yield Call("metrics.corpus_bleu", metrics.corpus_bleu,
               {"candidates": [hits], "references": [[hits]], "max_n": 4})
    yield Call("metrics.bleu_tokens", metrics.bleu_tokens, {"text": "A dog."},
               {"text": "empty unknown"})
    yield Call("metrics.token_accuracy", metrics.token_accuracy,
               {"predictions": IDS, "targets": IDS, "ignore_index": 0},
               {"predictions": "low high", "targets": "low high",
                "ignore_index": "minus huge"})
    yield Call("metrics.alignment_error", metrics.alignment_error,
               {"weights": PROBS, "alignment": torch.ones(2, 3, 8, dtype=torch.bool)})


def _positions() -> Iterator[Call]:
    yield Call("positions.sinusoidal_positions", positions.sinusoidal_positions,
               {"length": 4, "d_model": 8, "base": 100.0, "dtype": torch.float32})
    sizes = {"context_length": 12, "d_model": 8}
    for kind in (positions.SinusoidalPositions, positions.LearnedPositions):
        name, made = f"positions.{kind.__name__}", kind(**sizes)
        yield Call(name, kind, dict(sizes))
        yield Call(f"{name}.forward", made, {"positions": torch.arange(3)},
                   {"positions": ANY_SHAPE}, made.forward)
    yield Call("positions.RotaryPositions", positions.RotaryPositions,
               {"context_length": 12, "d_head": 8, "base": 100.0})
    made = positions.RotaryPositions(12, 8)
    yield Call("positions.RotaryPositions.forward", made, {"positions": torch.arange(3)},
               {"positions": ANY_SHAPE}, made.forward)
    cos, sin = made(torch.arange(3))
    yield Call("positions.apply_rotary", positions.apply_rotary, {"x": X, "cos": cos, "sin": sin},
               {"x": "fewer more nan", "cos": "nan", "sin": "nan"})


def _layers() -> Iterator[Call]:
    yield Call("layers.make_norm", layers.make_norm,
               {"kind": "layer", "d_model": 8, "eps": 1e-5, "bias": True},
               {"eps": "zero huge"})
    yield Call("layers.FeedForward", layers.FeedForward,
               {"d_model": 8, "d_ff": 16, "activation": "relu", "bias": True})
    ffn = layers.FeedForward(8, 16)
    yield Call("layers.FeedForward.forward", ffn, {"x": X}, {"x": "fewer more nan short empty"},
               ffn.forward)
    options = {"d_model": 8, "num_heads": 2, "d_ff": 16, "dropout": 0.1, "attention_dropout": 0.1,
               "norm_first": True, "norm": "rms", "activation": "gelu", "bias": True,
               "eps": 1e-5}
    fine = {"dropout": "zero", "attention_dropout": "zero", "eps": "zero huge"}
    yield Call("layers.EncoderLayer", layers.EncoderLayer, dict(options), fine)
    yield Call("layers.DecoderLayer", layers.DecoderLayer, dict(options), fine)
    encoder, decoder = layers.EncoderLayer(8, 2, 16).eval(), layers.DecoderLayer(8, 2, 16).eval()
    yield Call("layers.EncoderLayer.forward", encoder, {"x": X, "mask": MASK, "causal": False},
               {"x": "nan", "mask": "short"}, encoder.forward, {"x": "mask"})
    yield Call("layers.DecoderLayer.forward", decoder,
               {"x": X, "memory": X, "mask": MASK, "memory_mask": MASK, "causal": True},
               {"x": "nan", "memory": "nan", "mask": "short", "memory_mask": "short"},
               decoder.forward, {"x": "mask memory_mask memory", "memory": "memory_mask",
                                 "memory_mask": "mask"})


def _embeddings() -> Iterator[Call]:
    yield Call("embeddings.Embedding", embeddings.Embedding,
               {"vocab_size": 11, "d_model": 8, "context_length": 12, "positions": "rotary",
                "dropout": 0.1, "scale": True, "d_head": 4, "rotary_base": 100.0},
               {"dropout": "zero"})
    made = embeddings.Embedding(11, 8, context_length=12)
    places = torch.arange(4)
    yield Call("embeddings.Embedding.place", made.place,
               {"name": "ids", "ids": IDS, "past": 0, "positions": places},
               {"ids": "short", "name": "unknown empty", "positions": "low high meta"}, None,
               {"ids": "positions", "past": "positions"})
    yield Call("embeddings.Embedding.forward", made, {"token_ids": IDS, "positions": places},
               {"token_ids": "short fewer more empty meta", "positions": "fewer more"},
               made.forward)  # `Embedding.place` is the one that checks


def _decoding() -> Iterator[Call]:
    rows = LOGITS[:, 0]
    fine = {"logits": "fewer more wide short nan empty meta"}
    yield Call("decoding.apply_temperature", decoding.apply_temperature,
               {"logits": rows, "temperature": 0.5},
               {**fine, "temperature": "huge"})
    yield Call("decoding.top_k_filter", decoding.top_k_filter, {"logits": rows, "k": 3},
               {**fine, "k": "huge"})
    yield Call("decoding.top_p_filter", decoding.top_p_filter, {"logits": rows, "p": 0.5}, fine)
    common = {"prompt": ONE_ROW, "max_length": 6, "eos_id": 7, "pad_id": 0}
    ids = {"prompt": "short wide low high", "eos_id": "zero minus huge", "pad_id": "zero minus"}
    yield Call("decoding.stream", lambda **how: [*decoding.stream(**how)],
               {"step": _next, "choose": None, **common}, ids, decoding.stream)
    yield Call("decoding.greedy", decoding.greedy, {"step": _next, **common}, ids, decoding.stream)
    yield Call("decoding.sampler", decoding.sampler,
               {"temperature": 1.0, "top_k": 3, "top_p": 0.5, "generator": torch.Generator()},
               {"temperature": "huge", "top_k": "huge"}, None, {"top_p": "p"})
    yield Call("decoding.sample", decoding.sample, {"step": _next, **common}, ids)
    yield Call("decoding.beam_search", decoding.beam_search,
               {"step": _next, **common, "num_beams": 2, "length_penalty": 1.0, "reorder": None},
               {**ids, "length_penalty": "zero minus"})


def _schedules() -> Iterator[Call]:
    yield Call("schedules.noam_lr", schedules.noam_lr,
               {"step": 3, "d_model": 8, "warmup": 2, "factor": 1.0},
               {"step": "fraction huge", "warmup": "fraction huge", "d_model": "fraction huge",
                "factor": "zero huge"})
    yield Call("schedules.cosine_lr", schedules.cosine_lr,
               {"step": 3, "peak": 1.0, "warmup": 2, "total": 9, "minimum": 0.1},
               {"step": "fraction zero huge", "warmup": "fraction zero", "total": "huge",
                "peak": "huge", "minimum": "zero"})
    parameter = torch.nn.Parameter(torch.ones(2, 2))
    parameter.grad = torch.ones(2, 2)
    yield Call("schedules.schedule", schedules.schedule,
               {"optimizer": torch.optim.SGD([parameter], lr=1.0), "rate": lambda n: 1.0 / n})
    yield Call("schedules.clip_by_global_norm", schedules.clip_by_global_norm,
               {"grads": [torch.ones(2), torch.ones(3)], "max_norm": 1.0},
               {"grads": "empty", "max_norm": "inf huge"})
    yield Call("schedules.AdamW", schedules.AdamW,
               {"params": [parameter], "lr": 1e-3, "betas": (0.9, 0.99), "eps": 1e-8,
                "weight_decay": 0.01},
               {"lr": "zero huge", "eps": "zero huge", "weight_decay": "zero huge"})


def _tokenizers() -> Iterator[Call]:
    texts, specials = "low low lower newest", ("<pad>", "<bos>", "<eos>")
    both = {"texts": "unknown empty list", "specials": "empty"}
    chars = _tokenizer()
    pairs = tokenizer.BPETokenizer.train(texts, 262)
    yield Call("tokenizer.CharTokenizer", tokenizer.CharTokenizer,
               {"characters": "abc", "specials": specials},
               {"characters": "unknown empty list", "specials": "empty"})
    yield Call("tokenizer.CharTokenizer.train", tokenizer.CharTokenizer.train,
               {"texts": texts, "specials": specials}, both)
    yield Call("tokenizer.BPETokenizer", tokenizer.BPETokenizer,
               {"merges": [(b"a", b"b")], "specials": specials},
               {"merges": "empty", "specials": "empty"})
    yield Call("tokenizer.BPETokenizer.train", tokenizer.BPETokenizer.train,
               {"texts": texts, "vocab_size": 262, "specials": specials},
               {**both, "vocab_size": "huge"})
    yield Call("tokenizer.BPETokenizer.encode_with_dropout", pairs.encode_with_dropout,
               {"text": "low", "dropout": 0.1, "rng": random.Random(0)},
               {"text": "unknown empty", "dropout": "zero"})
    yield Call("tokenizer.Tokenizer.encode", chars.encode, {"text": "abc", "parse_specials": True},
               {"text": "empty"})
    yield Call("tokenizer.Tokenizer.encode_iterable", lambda **how: [*chars.encode_iterable(**how)],
               {"texts": ["ab", "c"], "parse_specials": True}, {"texts": "empty"},
               chars.encode_iterable)
    yield Call("tokenizer.Tokenizer.decode", chars.decode, {"ids": [3, 4], "skip_specials": True},
               {"ids": "empty"})
    yield Call("tokenizer.Tokenizer.token_bytes", chars.token_bytes, {"token_id": 3},
               {"token_id": "zero"})
    yield Call("tokenizer.Tokenizer.from_state", tokenizer.Tokenizer.from_state,
               {"state": chars.state()})
    yield Call("bpe.count_words", bpe.count_words, {"texts": ["a b", "a"]}, {"texts": "empty"})
    yield Call("bpe.merge_pair", bpe.merge_pair,
               {"parts": [b"a", b"b"], "pair": (b"a", b"b")}, {"parts": "empty"})
    yield Call("bpe.apply_merges", bpe.apply_merges,
               {"word": b"abc", "rank": {(b"a", b"b"): 0}}, {"word": "empty", "rank": "empty"})
    for learn in (bpe.learn_merges, bpe.learn_merges_fast):
        yield Call(f"bpe.{learn.__name__}", learn,
                   {"words": {b"low": 5, b"lower": 2}, "num_tokens": 2},
                   {"words": "empty", "num_tokens": "zero minus huge"})


def _models() -> Iterator[Call]:
    stack = {**SIZES, "dropout": 0.1, "attention_dropout": 0.1, "norm_first": True, "norm": "rms",
             "activation": "gelu", "positions": "rotary", "bias": True}
    fine = {"dropout": "zero", "attention_dropout": "zero", "pad_id": "zero minus huge",
            "eps": "zero huge", "rotary_base": "huge", "num_layers": "huge",
            "d_ff": "huge", "context_length": "huge",
            "vocab_size": "huge", "src_vocab_size": "huge", "tgt_vocab_size": "huge"}
    yield Call("transformer.TransformerConfig", transformer.TransformerConfig,
               {"src_vocab_size": 11, "tgt_vocab_size": 11, "pad_id": 0, **stack,
                "tie_weights": "none"}, fine)
    yield Call("transformer.TransformerConfig.preset", transformer.TransformerConfig.preset,
               {"name": "vaswani2017", "src_vocab_size": 11, "tgt_vocab_size": 11}, fine)
    yield Call("transformer.Transformer", transformer.Transformer,
               {"config": transformer.TransformerConfig(11, 11, **SIZES)})
    model = _transformer()
    ids = {"src": "wide", "tgt": "short wide"}
    yield Call("transformer.Transformer.forward", model, {"src": IDS, "tgt": IDS},
               {"src": "wide", "tgt": "wide"}, model.forward, {"src": "memory"})
    yield Call("transformer.Transformer.encode", model.encode, {"src": IDS}, {"src": "short wide"})
    yield Call("transformer.Transformer.source_mask", model.source_mask, {"src": IDS},
               {"src": "short wide low high meta"})
    memory = model.encode(IDS).detach()
    yield Call("transformer.Transformer.decode", model.decode,
               {"tgt": IDS, "memory": memory, "memory_mask": model.source_mask(IDS)},
               {"tgt": "wide", "memory": "nan", "memory_mask": "short"}, None,
               {"memory_mask": "mask"})
    yield Call("transformer.Transformer.start", model.start, {"src": IDS, "max_len": 12},
               {**ids, "src": "short wide", "max_len": "huge"})
    yield Call("language_model.LanguageModelConfig", language_model.LanguageModelConfig,
               {"vocab_size": 11, **stack, "tie_weights": True, "eps": 1e-5, "rotary_base": 100.0,
                "pad_id": 0}, fine)
    yield Call("language_model.LanguageModelConfig.preset",
               language_model.LanguageModelConfig.preset,
               {"name": "gpt2", "d_model": 8, "num_heads": 2}, fine)
    yield Call("language_model.LanguageModel", language_model.LanguageModel,
               {"config": language_model.LanguageModelConfig(11, **SIZES)})
    small = _language_model()
    yield Call("language_model.LanguageModel.forward", small,
               {"token_ids": IDS, "positions": torch.arange(4)}, {"token_ids": "short"},
               small.forward, {"token_ids": "positions"})
    yield Call("language_model.LanguageModel.start", small.start, {"max_len": 12},
               {"max_len": "huge"})
    toy = {"vocab_size": 11, "context_length": 12, "d_model": 8, "num_heads": 2, "d_ff": 16,
           "num_answers": 2}
    yield Call("toys.OneLayerModel", toys.OneLayerModel, toy)
    made = toys.OneLayerModel(**toy)
    yield Call("toys.OneLayerModel.forward", made, {"token_ids": IDS},
               {"token_ids": "short wide"}, made.forward)


def _probes() -> Iterator[Call]:
    model = _language_model()

    def captured(model: torch.nn.Module) -> dict:
        with probes.capture(model) as seen:
            _language_model()
        return seen

    def ablated(**how: Any) -> torch.Tensor:
        with ablation.ablate(**how):
            return model(IDS)

    yield Call("probes.capture", captured, {"model": model}, {}, probes.capture)
    yield Call("probes.shape_ledger", lambda model, inputs: probes.shape_ledger(model, inputs),
               {"model": model, "inputs": IDS}, {"inputs": "short wide"},
               probes.shape_ledger, {"inputs": "token_ids"})
    yield Call("probes.leak", probes.leak, {"model": model, "tokens": IDS},
               {"tokens": "short wide"}, None, {"tokens": "token_ids"})
    yield Call("probes.padding_leak", probes.padding_leak,
               {"model": model, "tokens": IDS, "pad_id": 0, "extra": 3},
               {"tokens": "short wide"}, None, {"tokens": "token_ids", "pad_id": "token_ids"})
    trained = _language_model()
    trained(IDS).sum().backward()
    yield Call("probes.gradient_norms", probes.gradient_norms, {"model": trained})
    yield Call("ablation.ablate", ablated,
               {"model": model, "heads": {"layers.0.self_attention": [1]},
                "sublayers": ["layers.0.ffn"], "layers": ["layers.0"],
                "positions": ["embedding"]},
               {"heads": "empty", "sublayers": "empty", "layers": "empty", "positions": "empty"},
               ablation.ablate)


def _small_rooms() -> Iterator[Call]:
    yield Call("cache.KeyValueCache", cache.KeyValueCache, {"capacity": 8}, {"capacity": "huge"})
    kept = cache.KeyValueCache(512)
    columns = X.view(2, 2, 3, 4)
    yield Call("cache.KeyValueCache.append", kept.append, {"k": columns, "v": columns},
               {"k": "nan", "v": "nan"})
    held = cache.KeyValueCache(8)
    held.append(columns, columns)
    yield Call("cache.KeyValueCache.reorder", held.reorder, {"rows": torch.tensor([1, 0])},
               {"rows": "short wide"})
    model = _language_model()
    yield Call("cache.CachedStep", lambda tokens: model.start()(tokens), {"tokens": IDS},
               {"tokens": "short wide"}, model.start().__call__, {"tokens": "token_ids"})
    step = model.start()
    step(IDS)
    yield Call("cache.CachedStep.reorder", step.reorder, {"rows": torch.tensor([1, 0])},
               {"rows": "short wide"})
    yield Call("dropout.dropout", dropout.dropout, {"x": X, "p": 0.1},
               {"x": ANY_SHAPE, "p": "zero"})
    yield Call("dropout.Dropout", dropout.Dropout, {"p": 0.1}, {"p": "zero"})
    trained = dropout.Dropout(0.1).train()
    yield Call("dropout.Dropout.forward", trained, {"x": X}, {"x": ANY_SHAPE}, trained.forward)
    yield Call("linear.Linear", linear.Linear, {"in_features": 8, "out_features": 8, "bias": True})
    product = linear.Linear(8, 8)
    yield Call("linear.Linear.forward", product, {"x": X}, {"x": ANY_BATCH}, product.forward)


def _data() -> Iterator[Call]:
    generator = torch.Generator().manual_seed(0)
    batch = _batch()
    yield Call("data.batches.Batch", batches.Batch,
               {"inputs": (IDS,), "targets": IDS, "pad_id": 0},
               {"pad_id": "zero minus", "targets": "wide low high meta"})
    yield Call("data.batches.Batch.to", batch.to, {"device": "cpu"})
    yield Call("data.batches.Batch.shard", batch.shard, {"rank": 0, "world": 2}, {"rank": "zero"})
    rows = [[3, 4, 2], [5, 2]]
    yield Call("data.batches.PairBatches", batches.PairBatches,
               {"sources": rows, "targets": rows, "max_tokens": 12, "pad_id": 0, "seed": 0},
               {"max_tokens": "huge", "pad_id": "zero minus", "seed": "zero minus"})
    yield Call("data.batches.TextBatches", lambda **how: next(batches.TextBatches(**how)),
               {"ids": torch.arange(50), "context_length": 8, "batch_size": 2, "seed": 0,
                "windows": "random"},
               {"batch_size": "huge", "seed": "zero minus", "ids": "short wide low high meta"},
               batches.TextBatches)
    yield Call("data.tasks.ExampleBatches", lambda **how: next(tasks.ExampleBatches(**how)),
               {"examples": _examples(), "batch_size": 2, "seed": 0},
               {"batch_size": "huge", "seed": "zero minus"}, tasks.ExampleBatches)
    for function in (tasks.copy, tasks.reverse):
        yield Call(f"data.tasks.{function.__name__}", function,
                   {"count": 2, "length": 3, "generator": generator})
    yield Call("data.tasks.neighbours", tasks.neighbours,
               {"count": 2, "length": 3, "vocab_size": 9, "generator": generator})
    yield Call("data.tasks.dates", tasks.dates,
               {"count": 2, "generator": generator, "held_out": False})
    yield Call("data.tasks.Examples.text", _examples().text, {"ids": torch.tensor([3, 4, 2])},
               {"ids": "short wide empty"})


def _files(folder: Path) -> Iterator[Call]:
    path, run = folder / "model.safetensors", folder / "run.safetensors"
    model = _transformer()
    weights = dict(model.named_parameters())
    checkpoints.save_model(path, model, tokenizer=_tokenizer().state())
    optimizer = torch.optim.AdamW(model.parameters())
    checkpoints.save_training(run, model, optimizer, {"update": 1})
    out = folder / "out.safetensors"
    words = folder / "tokenizer.json"
    _tokenizer().save(words)
    yield Call("tokenizer.Tokenizer.save", _tokenizer().save, {"path": words},
               {"path": "missing"})
    yield Call("tokenizer.Tokenizer.load", tokenizer.Tokenizer.load, {"path": words})
    yield Call("checkpoints.write", checkpoints.write,
               {"path": out, "tensors": {"x": X}, "header": {"a": 1}},
               {"path": "missing", "tensors": "empty", "header": "empty"})
    yield Call("checkpoints.read", checkpoints.read, {"path": path})
    yield Call("checkpoints.describe", checkpoints.describe, {"model": model})
    yield Call("checkpoints.build", checkpoints.build,
               {"description": checkpoints.describe(model)})
    yield Call("checkpoints.save_model", checkpoints.save_model,
               {"path": out, "model": model, "weights": weights, "dtype": torch.float16},
               {"path": "missing"})
    yield Call("checkpoints.load_model", checkpoints.load_model, {"path": path, "device": "cpu"})
    yield Call("checkpoints.fill", checkpoints.fill,
               {"model": model, "weights": weights, "path": path})
    yield Call("checkpoints.save_training", checkpoints.save_training,
               {"path": out, "model": model, "optimizer": optimizer, "progress": {"update": 1}},
               {"path": "missing", "progress": "empty"})
    yield Call("checkpoints.load_training", checkpoints.load_training,
               {"path": run, "model": model, "optimizer": optimizer})
    yield Call("translation.Translator.load", translator.Translator.load,
               {"path": path, "device": "cpu"})


def _training() -> Iterator[Call]:
    recipe = {"updates": 1, "peak": 1e-3, "schedule": "noam", "optimizer": "adamw", "warmup": 2,
              "label_smoothing": 0.1, "accumulate": 1, "clip": 1.0, "betas": (0.9, 0.98),
              "weight_decay": 0.01, "average": 0.5, "evaluate_every": 1, "log_every": 1,
              "patience": 3, "minutes": 1.0, "precision": "float32", "compile": False,
              "causal": True, "seed": 0}
    fine = {name: "zero" for name in ("label_smoothing", "average", "weight_decay", "warmup")}
    fine |= {name: "huge" for name in ("updates", "accumulate", "evaluate_every", "log_every",
                                       "patience", "minutes", "peak", "clip")}
    fine |= {"warmup": "zero huge fraction", "weight_decay": "zero huge", "seed": "zero minus huge"}
    yield Call("training.Recipe", training.Recipe, recipe, fine)
    yield Call("training.Recipe.rate", training.Recipe(9).rate, {"update": 3},
               {"update": "zero fraction huge"})
    model, stream = _digits_model(), _stream()
    yield Call("training.train", training.train,
               {"model": model, "batches": stream,
                "recipe": training.Recipe(1, precision="float32"), "validation": stream,
                "resume": False, "shard": False, "device": "cpu", "progress": None,
                "entropy": 0.5, "extra": None},
               {"entropy": "zero huge"})
    yield Call("training.evaluate", training.evaluate,
               {"model": model, "batches": stream, "device": "cpu"})
    yield Call("training.summed_loss", training.summed_loss,
               {"logits": torch.zeros(2, 3, 11), "batch": _batch(), "label_smoothing": 0.1},
               {"logits": "nan wide", "label_smoothing": "zero"})
    yield Call("training.devices.pick_device", devices.pick_device, {"device": "cpu"})
    yield Call("training.optimizers.make_optimizer", optimizers.make_optimizer,
               {"model": _digits_model(), "kind": "adamw", "lr": 1e-3, "betas": (0.9, 0.99),
                "weight_decay": 0.01},
               {"lr": "zero huge", "weight_decay": "zero huge"})
    for function in (evaluation.write, evaluation.exact_match, evaluation.cross_attention,
                     evaluation.alignment_shares):
        yield Call(f"training.evaluation.{function.__name__}", function,
                   {"model": model, "examples": _examples()})
    yield Call("training.recipes.load_recipe", recipes.load_recipe,
               {"name": "dates", "changes": ["training.updates=1"]}, {"changes": "empty"}, None,
               {"name": "recipe"})
    yield Call("training.history.History", History,
               {"updates": 9, "entropy": 0.5}, {"updates": "huge", "entropy": "zero huge"})
    history = History(9)
    yield Call("training.history.History.add", history.add,
               {"loss": 1.0, "rate": 1e-3, "tokens": 5, "seconds": 0.1, "update": 1},
               {"loss": "zero minus nan inf huge", "rate": "zero huge", "seconds": "zero huge",
                "tokens": "zero huge fraction", "update": "huge"})


def _translation() -> Iterator[Call]:
    yield Call("translation.Translator", translator.Translator,
               {"model": _transformer(), "tokenizer": _tokenizer(), "num_beams": 2,
                "length_penalty": 1.0},
               {"num_beams": "huge", "length_penalty": "zero minus huge"})
    made = translator.Translator(_transformer(), _tokenizer(), 1)
    yield Call("translation.Translator.source_ids", made.source_ids, {"sentence": "abc"},
               {"sentence": "empty"}, None, {"sentence": "text"})
    yield Call("translation.Translator.translate", made.translate,
               {"sentences": ["abc", "de"], "num_beams": 2}, {"sentences": "empty"})
    yield Call("translation.Translator.look", made.look,
               {"sentence": "abc", "translation": "cba"},
               {"translation": "empty"}, None, {"sentence": "text", "translation": "text"})


def _viz() -> Iterator[Call]:
    def figure() -> tuple[Figure, Callable]:
        made, ax = viz.subplots()
        (line,) = ax.plot([0, 1], [0, 1])

        def update(slope: float) -> str:
            line.set_ydata([0, slope])
            return f"A line of slope {slope:g}."

        return made, update

    made, update = figure()
    yield Call("viz.live", viz.live,
               {"figure": made, "update": update, "caption": "A line",
                "strip": [{"slope": s} for s in (0.0, 0.5, 1.0)], "slope": (0.0, 1.0, 0.5)},
               {"caption": "empty unknown"})
    yield Call("viz.predict", viz.predict, {"question": "How large?", "options": ["a", "b"]},
               {"question": "unknown", "options": "number fraction"})
    guess = viz.predict("How large?", float)
    yield Call("viz.Prediction.compare", guess.compare,
               {"truth": 6.9, "unit": "nats", "within": "5%"},
               {"truth": "zero minus huge", "unit": "empty unknown",
                "within": "number fraction"})
    words = ["to", "be", "or"]
    shown = torch.tensor([[1.0, 0, 0], [0.5, 0.5, 0], [0.2, 0.3, 0.5]])
    yield Call("viz.attention_map", viz.attention_map,
               {"weights": shown, "queries": words, "keys": words,
                "mask": torch.ones(3, 3, dtype=torch.bool).tril(), "scores": None,
                "label": "a label", "note": "a note", "caption": "a caption", "layer": 0,
                "head": 0, "row": 1},
               {"weights": "more list", "mask": "more list", "label": "empty unknown junk",
                "note": "empty unknown", "caption": "empty unknown", "layer": "zero",
                "head": "zero", "row": "zero"}, None, {"mask": "masked"})
    yield Call("viz.explore", viz.explore,
               {"compute": lambda t: {"weights": torch.eye(2).lerp(torch.full((2, 2), 0.5), t),
                                      "queries": ["a", "b"]},
                "caption": "a caption", "layer": 0, "head": 0, "t": (0.0, 1.0, 0.5)},
               {"caption": "empty unknown", "layer": "zero", "head": "zero"})
    yield Call("viz.loss_curve", viz.loss_curve, {"chance": 2.5, "caption": "Loss"},
               {"chance": "huge", "caption": "empty unknown"})
    yield Call("viz.tidiest", viz.tidiest, {"weights": shown.expand(2, 2, 3, 3)},
               {"weights": "short wide list"})
    yield Call("viz.whole_words", viz.whole_words,
               {"tokens": ["A", " dog"], "probabilities": [0.5, 0.5]})
    yield Call("viz.pieces", viz.pieces, {"tokens": ["A", " dog"]}, {"tokens": "empty"})
    yield Call("viz.unread", viz.unread, {"sentence": "ab", "tokens": ["a", "b"]},
               {"sentence": "unknown empty", "tokens": "empty"})
    yield Call("viz.show", lambda figure: None if isinstance(figure, viz.Figure) else
               viz.show(figure), {"figure": viz.loss_curve()}, {}, viz.show)


ROOMS = (_attention, _masks, _losses, _metrics, _positions, _layers, _embeddings, _decoding,
         _schedules, _tokenizers, _models, _probes, _small_rooms, _data, _training, _translation,
         _viz)


def every(folder: Path) -> list[Callable[[], list[Call]]]:
    """For each room, what makes its calls anew; those of files read and write in ``folder``."""
    rooms = [lambda room=room: list(room()) for room in ROOMS]
    return [*rooms, lambda: list(_files(folder))]
