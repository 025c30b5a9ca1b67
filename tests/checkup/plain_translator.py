"""An encoder-decoder after the paper, right; `slips` breaks it line by line."""

import math

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.d_head = heads, width // heads
        self.q, self.k, self.v = (nn.Linear(width, width) for _ in range(3))
        self.out = nn.Linear(width, width)

    def forward(self, x, memory, mask):
        B, T, D = x.shape
        q = self.q(x).view(B, T, self.heads, self.d_head).transpose(1, 2)
        k = self.k(memory).view(B, -1, self.heads, self.d_head).transpose(1, 2)
        v = self.v(memory).view(B, -1, self.heads, self.d_head).transpose(1, 2)
        scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(self.d_head)
        scores = scores.masked_fill(mask == 0, -1e9)
        weights = torch.softmax(scores, dim=-1)
        mixed = torch.matmul(weights, v)
        mixed = mixed.transpose(1, 2).reshape(B, T, D)
        return self.out(mixed)


class Layer(nn.Module):
    def __init__(self, width, heads, crossed):
        super().__init__()
        self.own = Attention(width, heads)
        self.cross = Attention(width, heads) if crossed else None
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2 + crossed))

    def forward(self, x, mask, memory=None, memory_mask=None):
        x = self.norms[0](x + self.own(x, x, mask))
        if self.cross is not None:
            x = self.norms[2](x + self.cross(x, memory, memory_mask))
        return self.norms[1](x + self.down(torch.relu(self.up(x))))


class Waves(nn.Module):
    def __init__(self, width, length=64):
        super().__init__()
        t = torch.arange(length)[:, None]
        speed = torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))
        table = torch.zeros(length, width)
        table[:, 0::2] = torch.sin(t * speed)
        table[:, 1::2] = torch.cos(t * speed)
        self.register_buffer("table", table[None])

    def forward(self, x):
        return x + self.table[:, : x.size(1)]


class Model(nn.Module):
    def __init__(self, src_vocab=30, vocab=20, width=32, heads=4, layers=2, pad=0):
        super().__init__()
        self.pad, self.width = pad, width
        self.src_words, self.words = nn.Embedding(src_vocab, width), nn.Embedding(vocab, width)
        self.waves = Waves(width)
        self.encoder = nn.ModuleList(Layer(width, heads, False) for _ in range(layers))
        self.decoder = nn.ModuleList(Layer(width, heads, True) for _ in range(layers))
        self.head = nn.Linear(width, vocab)
        for p in self.parameters():
            if p.dim() > 1:
                nn.init.xavier_uniform_(p)

    def forward(self, src, ids):
        src_mask = (src != self.pad)[:, None, None, :]
        causal = torch.ones(ids.size(1), ids.size(1), device=ids.device).tril().bool()
        mask = (ids != self.pad)[:, None, None, :] & causal
        memory = self.waves(self.src_words(src) * math.sqrt(self.width))
        for layer in self.encoder:
            memory = layer(memory, src_mask)
        x = self.waves(self.words(ids) * math.sqrt(self.width))
        for layer in self.decoder:
            x = layer(x, mask, memory, src_mask)
        return self.head(x)
