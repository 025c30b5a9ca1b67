"""A translator whose every step is a function handed in: trained weights, and what joins the parts.

It needs torch, safetensors and regex alone, since the file that `file.write_file` writes holds this
class and `READ` as they stand.
"""

import json

import regex
import torch
from safetensors import safe_open

from ..._support.folding import READ
from ...translator.sentences import split_sentences

# Where a word ends: the tokenizer's own cut (GPT-2's), before any bytes are joined.
WORD = regex.compile(r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")


class Machine:
    """From text to text. ``parts`` has an attribute for each function; ``path`` holds the weights.

    The matrices and biases are the trained ones; what is done with them is up to the parts.
    """

    def __init__(self, parts, path):
        self.parts = parts
        with safe_open(path, "pt") as file:
            header = json.loads(file.metadata()["tformer"])
            self.w = {name: file.get_tensor(name).float() for name in sorted(file.keys())}
        self.config, tokenizer = header["config"], header["extra"]["tokenizer"]
        decoding = header["extra"]["decoding"]
        self.num_beams, self.alpha = decoding["num_beams"], decoding["length_penalty"]
        self.merges = [tuple(p.encode("latin-1") for p in pair) for pair in tokenizer["merges"]]
        self.specials = tokenizer["specials"]
        self.pad, self.bos, self.eos = map(self.specials.index, ("<pad>", "<bos>", "<eos>"))
        letters = [bytes([b]) for b in range(256)] + [a + b for a, b in self.merges]
        self.tokens = [s.encode() for s in self.specials] + list(dict.fromkeys(letters))
        self.ids = {token: i for i, token in enumerate(self.tokens) if i >= len(self.specials)}
        self.met = {}  # the pieces of every word so far: a word is read in several spellings
        self.build()

    def build(self):
        """The layers, of the weights as they are now: training changes them."""
        self.table = self.w["src_embedding.tokens.weight"]
        numbers = range(self.config["num_layers"])
        self.encoder = [self.encoder_layer(f"encoder.{i}") for i in numbers]
        self.decoder = [self.decoder_layer(f"decoder.{i}") for i in numbers]

    def text_to_ids(self, text):
        """The ids of a sentence, with the end in its place."""
        return [*self.pieces(self.as_met(" ".join(READ(text).split()))), self.eos]

    def pieces(self, text):
        merge, words = self.parts.apply_merges, WORD.findall(text)
        for word in words:
            if (merge, word) not in self.met:
                self.met[merge, word] = merge(word.encode(), self.merges)
        return [self.ids[bytes(piece)] for word in words for piece in self.met[merge, word]]

    def as_met(self, text):
        """All small letters, CAPITALS or a small first letter as training had them: where that
        takes fewer pieces."""

        def fewest(*spellings):
            return min(spellings, key=lambda spelling: len(self.pieces(spelling)))

        words = regex.findall(r"\s*\S+", text)
        if (most := max(map(len, text.split()), default=0)) > 200:
            raise ValueError(f"text has a word of {most:,} letters; at most 200 are read")
        if words[1:] and (text.isupper() or text.islower()):  # one alone may be an abbreviation
            text = "".join(fewest(word.lower(), word.title(), word) for word in words)
            return text[:1].upper() + text[1:]
        return fewest(text, text[:1].upper() + text[1:])

    def embed(self, ids):
        """(B, T) to (B, T, D): a vector for each word, and where it stands."""
        vectors = self.parts.scaled_embedding(self.table, ids)
        waves = self.parts.sinusoidal_positions(ids.shape[1], self.config["d_model"])
        return vectors + waves.to(vectors.dtype)  # the exercise takes any float

    def linear(self, name, x):
        return x @ self.w[f"{name}.weight"].T + self.w[f"{name}.bias"]

    def self_attention(self, name):
        """`multi_head_attention` has no biases, the trained layers do. So every vector gets one
        more feature a head: the first is always 1, and its row of the matrix is the bias. Then
        each head is one wider; the root that it divides by is made up for in w_q."""
        heads, width = self.config["num_heads"], self.config["d_model"]
        size = width // heads

        def wider(kind):
            matrix = self.table.new_zeros(width + heads, heads, size + 1)
            matrix[:width, :, :-1] = self.w[f"{name}.{kind}.weight"].T.view(width, heads, size)
            matrix[width, :, :-1] = self.w[f"{name}.{kind}.bias"].view(heads, size)
            return matrix.flatten(1)

        w_q, w_k, w_v = (wider(f"{kind}_proj") for kind in "qkv")
        w_q = w_q * ((size + 1) / size) ** 0.5
        w_o = self.table.new_zeros(heads, size + 1, width + heads)
        w_o[:, :-1, :width] = self.w[f"{name}.out_proj.weight"].T.view(heads, size, width)
        w_o, b_o = w_o.flatten(0, 1), self.w[f"{name}.out_proj.bias"]

        def with_one(x):
            one = torch.eye(heads)[0].expand(*x.shape[:2], heads)
            return torch.cat([x, one.to(x.dtype)], -1)

        def attend(x_q, x_kv, mask):
            x_q, x_kv = with_one(x_q), with_one(x_kv)
            mixed = self.parts.multi_head_attention(x_q, x_kv, w_q, w_k, w_v, w_o, heads, mask)
            return mixed[..., :width] + b_o

        return attend

    def cross_attention(self, name, mix=None):
        """The same from its pieces: into heads, ``mix`` (attention), back together."""

        def attend(x_q, x_kv, mask):
            given, heads = {"q": x_q, "k": x_kv, "v": x_kv}, self.config["num_heads"]
            rows = (self.linear(f"{name}.{kind}_proj", x) for kind, x in given.items())
            q, k, v = (self.parts.split_heads(x, heads) for x in rows)
            mixed = mix(q, k, v, mask) if mix else self.parts.attention(q, k, v, mask)[0]
            return self.linear(f"{name}.out_proj", self.parts.merge_heads(mixed))

        return attend

    def feed_forward(self, name):
        up, down = (self.w[f"{name}.ffn.{kind}_proj.weight"].T for kind in ("up", "down"))
        b_up, b_down = (self.w[f"{name}.ffn.{kind}_proj.bias"] for kind in ("up", "down"))
        return lambda x: self.parts.feed_forward(x, up, b_up, down, b_down)

    def norm(self, name):
        gamma, beta = self.w[f"{name}.weight"], self.w[f"{name}.bias"]
        return lambda x: self.parts.layer_norm(x, gamma, beta, 1e-5)

    def encoder_layer(self, name):
        """x, mask -> x, with the weights of that name."""
        attend, forward = self.self_attention(f"{name}.self_attention"), self.feed_forward(name)
        norms = [self.norm(f"{name}.norm{i}") for i in (1, 2)]
        return lambda x, mask: self.parts.encoder_layer(x, mask, attend, forward, *norms)

    def decoder_layer(self, name):
        """x, memory, mask, memory_mask -> x, with the weights of that name."""
        attend, forward = self.self_attention(f"{name}.self_attention"), self.feed_forward(name)
        look = self.cross_attention(f"{name}.cross_attention")
        norms = [self.norm(f"{name}.norm{i}") for i in (1, 2, 3)]
        return lambda x, memory, mask, memory_mask: self.parts.decoder_layer(
            x, memory, mask, memory_mask, attend, look, forward, *norms
        )

    def encode(self, src_ids):
        """Source ids (B, S) to memory (B, S, D), and which of it may be attended to."""
        mask = self.parts.padding_mask(src_ids, self.pad)
        norm = self.norm("encoder_norm")
        return self.parts.encode(src_ids, mask, self.embed, self.encoder, norm), mask

    def decode(self, tgt_ids, memory, memory_mask):
        """Target ids (B, T) so far to logits (B, T, V)."""
        mask = self.parts.decoder_mask(tgt_ids, self.pad)
        norm = self.norm("decoder_norm")
        return self.parts.decode(
            tgt_ids, memory, mask, memory_mask, self.embed, self.decoder, norm, self.unembed
        )

    def unembed(self, x):
        return self.parts.tied_logits(x, self.table)

    def translate(self, text, num_beams=None):
        """Sentence by sentence; with one beam the likeliest word each time."""
        sentences = split_sentences(text.strip())
        return "".join(self.translate_one(one, num_beams) + blank for one, blank in sentences)

    @torch.no_grad()
    def written(self, ids, num_beams=None):
        """The ids that answer those of a sentence, from the start on."""
        num_beams, most = num_beams or self.num_beams, self.config["context_length"]
        if len(ids) > most:
            raise ValueError(f"text has {len(ids)} tokens, the model reads at most {most}")
        memory, mask = self.encode(torch.tensor([ids]))

        def all_positions(tokens):
            tokens = torch.atleast_2d(torch.as_tensor(tokens))
            rows = memory.expand(len(tokens), -1, -1), mask.expand(len(tokens), -1, -1, -1)
            return self.decode(tokens, *rows)

        def logits(tokens):
            last = all_positions(tokens)[:, -1]
            return last if torch.as_tensor(tokens).dim() == 2 else last[0]

        # A search may ask in these ways, too: its exercise allows them.
        logits.flat, logits.all_positions = lambda tokens: logits(tokens).flatten(), all_positions
        logits.logs = lambda tokens: torch.log(self.parts.softmax(logits(tokens), -1))
        ends, most = (self.bos, self.eos), min(most, 2 * len(ids) + 10)
        if num_beams == 1:
            found = self.parts.greedy_decode(logits, *ends, most)
        else:
            given = *ends, num_beams, most, self.alpha
            found = self.parts.penalised_beam_search(logits.logs, *given)
        return found[0].tolist()

    def translate_one(self, text, num_beams=None):
        if not any(map(str.isalnum, text)):
            return text.strip()
        written = self.written(self.text_to_ids(text), num_beams)
        return self.parts.ids_to_text(written, self.tokens, len(self.specials)).strip()
