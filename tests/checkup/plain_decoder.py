"""A decoder alone as it is written in tutorials, right; `slips` breaks it line by line."""

import math

import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def __init__(self, width, heads, length, dropout):
        super().__init__()
        self.heads, self.dropout = heads, nn.Dropout(dropout)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.register_buffer("mask", torch.tril(torch.ones(length, length)).bool())

    def forward(self, x):
        B, T, D = x.shape
        q, k, v = self.qkv(x).chunk(3, -1)
        q = q.view(B, T, self.heads, -1).transpose(1, 2)
        k = k.view(B, T, self.heads, -1).transpose(1, 2)
        v = v.view(B, T, self.heads, -1).transpose(1, 2)
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
        scores = scores.masked_fill(~self.mask[:T, :T], -math.inf)
        weights = scores.softmax(-1)
        weights = self.dropout(weights)
        mixed = weights @ v
        mixed = mixed.transpose(1, 2).contiguous().view(B, T, D)
        return self.out(mixed)


class FeedForward(nn.Module):
    def __init__(self, width, dropout):
        super().__init__()
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        x = self.up(x)
        x = F.gelu(x)
        return self.dropout(self.down(x))


class Block(nn.Module):
    def __init__(self, width, heads, length, dropout):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, heads, length, dropout)
        self.feed_forward = FeedForward(width, dropout)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        x = x + self.feed_forward(self.norm2(x))
        return x


class Model(nn.Module):
    def __init__(self, vocab=20, width=32, heads=4, layers=2, length=32, dropout=0.1):
        super().__init__()
        self.words = nn.Embedding(vocab, width)
        self.places = nn.Embedding(length, width)
        self.dropout = nn.Dropout(dropout)
        blocks = [Block(width, heads, length, dropout) for _ in range(layers)]
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocab, bias=False)
        self.apply(self.begin)
        self.head.weight = self.words.weight

    def begin(self, module):
        if isinstance(module, nn.Linear | nn.Embedding):
            nn.init.normal_(module.weight, std=0.02)

    def forward(self, ids):
        T = ids.size(1)
        x = self.words(ids)
        x = x + self.places(torch.arange(T, device=ids.device))
        x = self.dropout(x)
        for block in self.blocks:
            x = block(x)
        x = self.norm(x)
        return self.head(x)
