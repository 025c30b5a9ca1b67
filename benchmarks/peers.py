"""The same models from other hands, each as a plain callable; absent ones are None."""

import ast
import sys
import warnings
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import torch
import torch.nn.functional as F
from torch import nn

try:
    import transformers
except ImportError:
    transformers = None


def definitions(path: str | None) -> SimpleNamespace | None:
    """A file's classes and functions alone, if the reader has it: what else it runs is left out,
    and so are imports from beyond torch and the standard library."""
    if path is None or not Path(path).exists():
        return None

    def wanted(node):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None) or node.names[0].name
            return module.split(".")[0] in {"torch", *sys.stdlib_module_names}
        return isinstance(node, ast.ClassDef | ast.FunctionDef)

    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if wanted(node)]
    names = {"__name__": Path(path).stem}
    exec(compile(tree, path, "exec"), names)
    return SimpleNamespace(**names)


def nanogpt(path: str | None, size: dict, dropout: float, bias: bool = True):
    """karpathy/nanoGPT from its ``model.py``."""
    if (code := definitions(path)) is None:
        return None
    config = code.GPTConfig(
        block_size=size["context_length"],
        vocab_size=size["vocab_size"],
        n_layer=size["num_layers"],
        n_head=size["num_heads"],
        n_embd=size["d_model"],
        dropout=dropout,
        bias=bias,
    )
    return code.GPT(config)


def llms_from_scratch(path: str | None, size: dict):
    """Generation in rasbt/LLMs-from-scratch, from ``gpt_with_kv_cache.py`` or its "optimized"."""
    if (code := definitions(path)) is None:
        return None
    config = {
        "vocab_size": size["vocab_size"],
        "context_length": size["context_length"],
        "emb_dim": size["d_model"],
        "n_heads": size["num_heads"],
        "n_layers": size["num_layers"],
        "drop_rate": 0.0,
        "qkv_bias": True,
    }
    return partial(code.generate_text_simple_cached, code.GPTModel(config))


def hf_gpt2(size: dict, dropout: float):
    """Hugging Face's GPT-2."""
    if transformers is None:
        return None
    config = transformers.GPT2Config(
        vocab_size=size["vocab_size"],
        n_positions=size["context_length"],
        n_embd=size["d_model"],
        n_layer=size["num_layers"],
        n_head=size["num_heads"],
        resid_pdrop=dropout,
        embd_pdrop=dropout,
        attn_pdrop=dropout,
        activation_function="gelu",
        bos_token_id=0,
        eos_token_id=0,
    )
    return transformers.GPT2LMHeadModel(config)


def hf_bart(vocab_size: int, size: dict, dropout: float = 0.0):
    """Hugging Face's BART: post-norm like the paper's model, learned positions, tied embeddings."""
    if transformers is None:
        return None
    both = {"layers": size["num_layers"], "attention_heads": size["num_heads"]}
    both["ffn_dim"] = size["d_ff"]
    config = transformers.BartConfig(
        vocab_size=vocab_size,
        d_model=size["d_model"],
        max_position_embeddings=512,
        activation_function="relu",
        dropout=dropout,
        attention_dropout=dropout,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=None,
        decoder_start_token_id=1,
        forced_eos_token_id=None,
        **{f"{stack}_{name}": n for stack in ("encoder", "decoder") for name, n in both.items()},
    )
    return transformers.BartForConditionalGeneration(config)


def plain_generation(model):
    """Greedy generation by a plain cached loop over our model's own weights: pre-norm layers with
    learned positions, one product for queries, keys and values, no module in between."""
    heads, state = model.config.num_heads, model.state_dict()
    layers = []
    for i in range(model.config.num_layers):
        own = {k.removeprefix(f"layers.{i}."): v for k, v in state.items()}
        joined = [torch.cat([own[f"self_attention.{x}_proj.{part}"] for x in "qkv"])
                  for part in ("weight", "bias")]  # fmt: skip
        names = ("norm1", "self_attention.out_proj", "norm2", "ffn.up_proj", "ffn.down_proj")
        pairs = [(own[f"{name}.weight"], own[f"{name}.bias"]) for name in names]
        layers.append((*pairs[:1], joined, *pairs[1:]))
    words, places = (state[f"embedding.{name}.weight"] for name in ("tokens", "positions.table"))
    final, size = (state["final_norm.weight"], state["final_norm.bias"]), words.shape[1:]

    @torch.inference_mode()
    def generate(prompt, new):
        rows, past = prompt.size(0), 0
        room = rows, heads, prompt.size(1) + new, words.size(1) // heads
        caches = [(torch.empty(room), torch.empty(room)) for _ in layers]
        tokens, fresh = [prompt], prompt
        for _ in range(new):
            T = fresh.size(1)
            x = words[fresh] + places[past : past + T]
            for (norm1, qkv, out, norm2, up, down), (keys, values) in zip(
                layers, caches, strict=True
            ):
                joint = F.linear(F.layer_norm(x, size, *norm1), *qkv)
                q, k, v = joint.view(rows, T, 3, heads, -1).permute(2, 0, 3, 1, 4)
                keys[:, :, past : past + T], values[:, :, past : past + T] = k, v
                seen = keys[:, :, : past + T], values[:, :, : past + T]
                mixed = F.scaled_dot_product_attention(q, *seen, is_causal=not past)
                x = x + F.linear(mixed.transpose(1, 2).reshape(rows, T, -1), *out)
                wide = F.gelu(F.linear(F.layer_norm(x, size, *norm2), *up))
                x = x + F.linear(wide, *down)
            past += T
            fresh = F.linear(F.layer_norm(x[:, -1:], size, *final), words).argmax(-1)
            tokens.append(fresh)
        return torch.cat(tokens, 1)

    return generate


class TorchLanguageModel(nn.Module):
    """The same language model from torch's own layers."""

    def __init__(self, size: dict, dropout: float):
        super().__init__()
        d_model = size["d_model"]
        self.tokens = nn.Embedding(size["vocab_size"], d_model)
        self.places = nn.Embedding(size["context_length"], d_model)
        self.drop = nn.Dropout(dropout)
        layer = nn.TransformerEncoderLayer(
            d_model,
            size["num_heads"],
            4 * d_model,
            dropout,
            activation="gelu",
            batch_first=True,
            norm_first=True,
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about nested tensors, which pre-norm does not use
            self.body = nn.TransformerEncoder(layer, size["num_layers"], nn.LayerNorm(d_model))
        self.head = nn.Linear(d_model, size["vocab_size"], bias=False)
        nn.init.normal_(self.tokens.weight, std=0.02)  # large logits would slow the exponentials
        self.head.weight = self.tokens.weight

    def forward(self, ids):
        x = self.drop(self.tokens(ids) + self.places.weight[: ids.size(1)])
        mask = nn.Transformer.generate_square_subsequent_mask(ids.size(1))
        return self.head(self.body(x, mask=mask, is_causal=True))


class TorchTransformer(nn.Module):
    """An encoder-decoder around ``nn.Transformer``."""

    def __init__(self, vocab_size: int, size: dict, dropout: float = 0.0, tie: str = "none"):
        super().__init__()
        d_model, num_heads, num_layers = size["d_model"], size["num_heads"], size["num_layers"]
        self.src = nn.Embedding(vocab_size, d_model)
        self.tgt = nn.Embedding(vocab_size, d_model)
        self.places = nn.Embedding(512, d_model)
        self.body = nn.Transformer(
            d_model, num_heads, num_layers, num_layers, size["d_ff"], dropout, batch_first=True
        )
        self.head = nn.Linear(d_model, vocab_size, bias=False)
        if tie == "all":
            nn.init.normal_(self.src.weight, std=d_model**-0.5)
            self.tgt.weight = self.head.weight = self.src.weight

    def forward(self, src, tgt):
        scale, padding = self.src.embedding_dim**0.5, src == 0
        out = self.body(
            self.src(src) * scale + self.places.weight[: src.size(1)],
            self.tgt(tgt) * scale + self.places.weight[: tgt.size(1)],
            tgt_mask=nn.Transformer.generate_square_subsequent_mask(tgt.size(1)),
            tgt_is_causal=True,
            src_key_padding_mask=padding,
            memory_key_padding_mask=padding,
        )
        return self.head(out)

    @torch.no_grad()
    def greedy(self, src, length):
        """Every step runs the whole prefix again: nn.Transformer has no cache."""
        tokens = torch.ones(len(src), 1, dtype=torch.long)
        for _ in range(length - 1):
            tokens = torch.cat((tokens, self(src, tokens)[:, -1:].argmax(-1)), 1)
        return tokens


class AnnotatedTransformer(nn.Module):
    """harvardnlp/annotated-transformer, from what ``definitions`` finds in its .py file."""

    def __init__(self, code: SimpleNamespace, vocab_size: int, size: dict, dropout: float = 0.0):
        super().__init__()
        self.code = code
        names = ("num_layers", "d_model", "d_ff", "num_heads")
        self.body = code.make_model(vocab_size, vocab_size, *(size[name] for name in names))
        for module in self.modules():  # its attention keeps 0.1 whatever make_model is told
            if isinstance(module, nn.Dropout):
                module.p = dropout

    def forward(self, src, tgt):
        """Log-probabilities."""
        masks = (src != 0).unsqueeze(-2), self.code.Batch.make_std_mask(tgt, 0)
        return self.body.generator(self.body(src, tgt, *masks))

    @torch.no_grad()
    def one_by_one(self, src, length):
        """Its own greedy_decode, which takes a single sentence."""
        decode = self.code.greedy_decode
        rows = [decode(self.body, s, (s != 0).unsqueeze(-2), length, 1) for s in src.split(1)]
        return torch.cat(rows)

    @torch.no_grad()
    def greedy(self, src, length):
        """The same loop over a batch."""
        mask = (src != 0).unsqueeze(-2)
        memory, tokens = self.body.encode(src, mask), torch.ones(len(src), 1, dtype=torch.long)
        for end in range(1, length):
            out = self.body.decode(memory, mask, tokens, self.code.subsequent_mask(end))
            tokens = torch.cat((tokens, self.body.generator(out[:, -1:]).argmax(-1)), 1)
        return tokens
